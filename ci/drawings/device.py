# The device and its data path as a drawing: device.py > docs/pictures/device.svg
# SPDX-License-Identifier: Apache-2.0
#
# Names in monospace are modules of rtl.
import sys

from svg import Drawing

LOAD, MEMORY, ENGINE, CONTROL = "#e3f2fd", "#fff3d6", "#e3f4e5", "#f1ecf8"


def device():
    d = Drawing(1000, 640, "stencil_accel: from the host through packed buffers and the cascade and back")
    d.box(10, 130, 120, 200, "host", ["MPI program,", "one per rank;", "link and DMA", "in SystemC"], mono=False)
    d.rect(200, 10, 790, 400, "#fafbfc", "#52606d", radius=6)
    d.text(215, 30, "stencil_accel", anchor="start", bold=True, mono=True)

    # Control, above.
    d.rect(215, 42, 760, 76, CONTROL, "#52606d", radius=4)
    d.text(230, 59, "control", anchor="start", bold=True, mono=True)
    for number, (name, line) in enumerate((("axil_port", "AXI4-Lite"), ("registers", "job, status"),
                                           ("command_checker", "refuses with a code"), ("command_queue", "posted commands"),
                                           ("pass_planner", "sweeps to passes"), ("perf_counters", "a cause per cycle"))):
        d.box(222 + 125 * number, 66, 121, 44, name, [line], size=12)
    d.arrow((130, 150), (165, 150), (165, 88), (220, 88), both=True)
    d.text(166, 80, "registers", size=11)

    # Data port and buffers.
    d.rect(215, 145, 170, 200, LOAD, "#52606d", radius=4)
    d.text(300, 163, "data_port", bold=True, mono=True)
    d.box(225, 172, 150, 42, "axi_write_port", ["load: f, r"])
    d.box(225, 222, 150, 58, "burst_gate", ["holds bursts of a", "buffer in use"])
    d.box(225, 288, 150, 42, "axi_read_port", ["store: f"])
    d.arrow((130, 193), (223, 193))
    d.arrow((223, 309), (132, 309))
    d.text(172, 186, "AXI4 bursts", size=11)
    d.text(172, 302, "AXI4 bursts", size=11)
    d.rect(425, 145, 150, 200, MEMORY, "#52606d", radius=4)
    d.text(500, 163, "memory_buffers", bold=True, mono=True)
    for y, name, line in ((172, "bank f", "buffers 0, 1, ..."), (260, "bank r", "buffers 0, 1")):
        for shift in (6, 0):
            d.rect(437 + shift, y + shift, 120, 66, "#ffffff", "#52606d", radius=3)
        d.text(497, y + 26, name, bold=True)
        d.text(497, y + 43, line, size=11)
        d.text(497, y + 57, "packed doubles", size=11)
    d.arrow((375, 193), (435, 193))
    d.arrow((375, 203), (405, 203), (405, 290), (435, 290))
    d.arrow((435, 226), (415, 226), (415, 309), (377, 309))

    # Engine.
    d.rect(615, 145, 360, 200, ENGINE, "#52606d", radius=4)
    d.text(795, 163, "engine", bold=True, mono=True)
    d.box(625, 172, 340, 34, "pass_sequencer")
    d.rect(625, 218, 250, 76, "#ffffff", "#52606d", radius=3)
    d.text(750, 234, "cascade", bold=True, mono=True)
    for number in range(4):
        d.rect(633 + 60 * number, 243, 52, 40, ENGINE, "#52606d", radius=3)
        d.text(659 + 60 * number, 260, f"PE {number}", size=11, bold=True)
        d.text(659 + 60 * number, 275, f"sweep {number + 1}", size=10)
        if number < 3:
            d.arrow((685 + 60 * number, 263), (692 + 60 * number, 263))
    d.box(888, 218, 78, 76, "write_back", size=12)
    d.arrow((875, 256), (888, 256))
    d.arrow((563, 205), (590, 205), (590, 256), (624, 256))
    d.arrow((563, 290), (600, 290), (600, 268), (624, 268))
    d.text(795, 315, "a pass takes the block once through the cascade:", size=11)
    d.text(795, 331, "PES sweeps, each a row behind the one before", size=11)
    d.arrow((966, 256), (983, 256), (983, 126), (500, 126), (500, 144))
    d.text(740, 139, "results of a pass, back into the buffers", size=11)
    d.box(215, 358, 230, 42, "tile_engine", ["Gauss-Seidel in tiles, same adders"], fill=ENGINE)
    d.arrow((445, 379), (475, 379), (475, 346), both=True)

    # One element, enlarged.
    d.rect(10, 430, 980, 200, "#fafbfc", "#52606d", radius=6)
    d.text(25, 450, "processing_element", anchor="start", bold=True, mono=True)
    d.text(190, 450, "one of PES; a point of each lane in every cycle", anchor="start", size=11)
    d.arrow((659, 284), (659, 300), (606, 300), (606, 428), dashed=True)
    d.box(30, 500, 130, 60, "line_buffer", ["two rows of f"], fill=MEMORY)
    d.arrow((30, 600), (190, 600), (190, 572), (219, 572))
    d.text(112, 618, "f of the sweep before", size=11)
    d.arrow((95, 600), (95, 562))
    for x, y, name in ((235, 490, "N"), (205, 530, "W"), (235, 530, "C"), (265, 530, "E"), (235, 570, "S")):
        d.rect(x - 14, y - 14, 28, 28, "#ffffff", "#52606d")
        d.text(x, y + 5, name, bold=True)
    d.text(235, 612, "window", size=11)
    d.arrow((160, 530), (189, 530))
    d.rect(330, 462, 560, 158, ENGINE, "#52606d", radius=4)
    d.text(345, 480, "sweep_operator", anchor="start", bold=True, mono=True)
    d.text(465, 480, "here Jacobi's", anchor="start", size=11)
    d.text(880, 480, "binary64, every operation rounded", anchor="end", size=11)
    nodes = {"n": (385, 510, "N+S"), "w": (385, 570, "W+E"), "x": (490, 510, "*rdx2"), "y": (490, 570, "*rdy2"),
             "s": (600, 540, "+"), "r": (705, 540, "-r"), "b": (810, 540, "*beta")}
    for x, y, name in nodes.values():
        d.rect(x - 34, y - 15, 68, 30, "#ffffff", "#52606d", radius=14)
        d.text(x, y + 5, name, bold=True)
    for begin, end in (("n", "x"), ("w", "y"), ("s", "r"), ("r", "b")):
        d.arrow((nodes[begin][0] + 34, nodes[begin][1]), (nodes[end][0] - 35, nodes[end][1]))
    d.arrow((524, 510), (545, 510), (545, 534), (565, 534))
    d.arrow((524, 570), (545, 570), (545, 546), (565, 546))
    d.arrow((279, 520), (310, 520), (310, 510), (350, 510))
    d.arrow((279, 540), (310, 540), (310, 570), (350, 570))
    d.arrow((705, 610), (705, 556))
    d.text(660, 606, "r, delayed", size=11)
    d.arrow((844, 540), (960, 540))
    d.text(940, 530, "to PE k+1", size=11)
    return d


if __name__ == "__main__":
    sys.stdout.write(device().svg())
