# Boxes, arrows and texts of a drawing as SVG, in drawing units from the top left corner.
# SPDX-License-Identifier: Apache-2.0
import html

INK, FRAME, PAPER = "#1f2933", "#52606d", "#ffffff"
ARROW = ('<marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
         f'<path d="M0 0 10 5 0 10z" fill="{FRAME}"/></marker>')


class Drawing:
    def __init__(self, width, height, title):
        self.width, self.height, self.title = width, height, title
        self.parts = []

    def text(self, x, y, text, size=13, anchor="middle", bold=False, color=INK, mono=False):
        style = ' font-weight="600"' if bold else ""
        style += ' font-family="DejaVu Sans Mono, monospace"' if mono else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{color}"{style}>'
                          f"{html.escape(text)}</text>")

    def rect(self, x, y, width, height, fill, stroke="none", hint="", radius=0):
        inner = f"<title>{html.escape(hint)}</title>" if hint else ""
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}" fill="{fill}" '
                          f'stroke="{stroke}">{inner}</rect>')

    def box(self, x, y, width, height, name, lines=(), fill=PAPER, mono=True, size=13):
        """A box with its name in the middle and small lines below the name."""
        self.rect(x, y, width, height, fill, FRAME, radius=4)
        first = y + height / 2 + 5 - 8 * len(lines)
        self.text(x + width / 2, first, name, size, bold=True, mono=mono)
        for number, line in enumerate(lines, 1):
            self.text(x + width / 2, first + 16 * number, line, size=11)

    def arrow(self, *points, dashed=False, both=False):
        path = "M" + " ".join(f"{x:g} {y:g}" for x, y in points)
        more = ' stroke-dasharray="5 4"' if dashed else ""
        more += ' marker-start="url(#arrow)"' if both else ""
        self.parts.append(f'<path d="{path}" fill="none" stroke="{FRAME}" stroke-width="1.6" marker-end="url(#arrow)"{more}/>')

    def svg(self):
        marker = ARROW.replace('orient="auto"', 'orient="auto-start-reverse"')
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
                f'height="{self.height}" font-family="DejaVu Sans, Arial, sans-serif" role="img">\n'
                f"<title>{html.escape(self.title)}</title>\n<defs>{marker}</defs>\n"
                f'<rect width="{self.width}" height="{self.height}" fill="{PAPER}"/>\n' + "\n".join(self.parts) + "\n</svg>\n")
