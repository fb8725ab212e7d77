# Checks that the Fortran module and the library have all that the C headers declare: bindings_test.py GFORTRAN LIBRARY
# SPDX-License-Identifier: Apache-2.0
#
# The lists come from the headers. gfortran tells which C functions its interfaces call (-fc-prototypes).
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
HEADERS = [ROOT / "host/c" / name for name in ("accel.h", "block_cyclic.h", "dimension.h", "step.h", "vsda.h")]
COMMUNICATORS = ROOT / "host/fortran/communicators.h"
# In the order of compilation.
SOURCES = [ROOT / "host/fortran" / f"stencil_cosim{part}.f90"
           for part in ("_accel", "_communicator", "_index", "_matrix", "_matrix_files", "_vsda", "_vsda_step", "")]
PREFIX = "stencil_fortran_"
TYPES = {"int64_t": "long", "MPI_Fint": "int", "VSDA": "vsda_descriptor", "VSDA_PLAN": "vsda_copy_plan"}
# Arguments that C only reads, without const.
READ_ONLY = re.compile(r"[fr]_to_accel.array|VSDA_(Update|Get|Copy)\w*.(vsda|plan|source|target)|"
                       r"VSDA_Plan_(copy|matrix).(source|target)")
BOUND_S = 60


class Argument:
    def __init__(self, text):
        words = re.findall(r"\w+|\*", text)
        self.const = "const" in words
        self.pointer = "*" in words
        words = [word for word in words if word not in ("const", "*")]
        self.name = words.pop().lower()
        self.type = " ".join(TYPES.get(word, word) for word in words)

    def fits(self, fortran, read_only):
        """May Fortran pass what it does where C takes this? Addresses of anything go where C takes void*; c_ptr is
        void* in Fortran. What C writes to must not be intent(in)."""
        if self.name != fortran.name or self.pointer != fortran.pointer:
            return False
        if "void" not in (self.type, fortran.type) and self.type != fortran.type:
            return False
        return read_only or self.const or not fortran.const


def functions(text):
    """The functions that C text declares: name -> (result, arguments)."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)
    text = re.sub(r"^ *#.*?[^\\]$", "", text, flags=re.MULTILINE)
    found = {}
    for result, name, arguments in re.findall(r"([\w ]+?[ *]+)\b(\w+) ?\(([^()]*)\) *;", text):
        listed = [] if arguments.strip() in ("", "void") else [Argument(one) for one in arguments.split(",")]
        found[name] = (Argument(result + " result").type, listed)
    return found


def constants(text):
    """Macros that are numbers, and enumerators: name -> value."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    return {name: int(value) for name, value in
            re.findall(r"^ *#define +(\w+) +(\d+) *$", text, flags=re.MULTILINE) +
            re.findall(r"\b(\w+) *= *(\d+)(?= *[,}\s])", text)}


def macros(text):
    """Macros with arguments."""
    return re.findall(r"^ *#define +(\w+)\(", text, flags=re.MULTILINE)


class Module:
    """The Fortran sources, compiled as far as to know their names."""

    def __init__(self, gfortran, texts):
        self.gfortran = gfortran
        self.texts = texts
        self.folder = tempfile.TemporaryDirectory()
        unittest.addModuleCleanup(self.folder.cleanup)
        self.calls = {}
        for number, text in enumerate(texts):
            told = self.compile(f"module{number}.f90", text, "-fc-prototypes")
            if told.returncode != 0:
                raise RuntimeError(told.stderr)
            self.calls.update(functions(told.stdout))

    def compile(self, name, text, *options):
        path = pathlib.Path(self.folder.name) / name
        path.write_text(text, encoding="utf-8")
        return subprocess.run([self.gfortran, "-std=f2008", "-fsyntax-only", *options, name], cwd=self.folder.name,
                              capture_output=True, text=True, check=False, timeout=BOUND_S)

    def lacks(self, names):
        """Those of the names that it does not have."""
        def compiles(*some):
            return self.compile("use.f90", "".join(f"use stencil_cosim, only: {name}\n" for name in some) + "end\n"
                                ).returncode == 0
        return [] if compiles(*names) else [name for name in names if not compiles(name)]

    def has_number(self, name, value):
        return self.compile("number.f90", f"use stencil_cosim, only: {name}\n"
                            f"integer, parameter :: one = 1/merge(1, 0, {name} == {value})\nprint *, one\nend\n"
                            ).returncode == 0

    def arguments(self, name):
        """The names of a procedure's arguments, as its definition has them."""
        for text in self.texts:
            joined = re.sub(r"& *\n *", "", text)
            found = re.search(rf"^ *(?:pure +)?(?:subroutine|function) +{name} *\((.*?)\)", joined,
                              re.MULTILINE | re.IGNORECASE)
            if found:
                return [word.strip().lower() for word in found[1].split(",") if word.strip()]
        return None


def complaints(module, header, communicators):
    """What the module lacks of a header, or has in another way."""
    lacking = module.lacks([*functions(header), *macros(header)])
    found = [f"{name}: no such name in module stencil_cosim" for name in lacking]
    with_communicators = functions(communicators)
    for name, (result, arguments) in functions(header).items():
        if name in lacking:
            continue
        if module.arguments(name) != [argument.name for argument in arguments]:
            found.append(f"{name}: other names of arguments: {module.arguments(name)}")
        link = name
        if any(argument.type == "MPI_Comm" for argument in arguments):
            link = PREFIX + name
            between = with_communicators.get(link)
            told = [(one.name, "int" if one.type == "MPI_Comm" else one.type, one.pointer) for one in arguments]
            if not between or [(one.name, one.type, one.pointer) for one in between[1]] != told or between[0] != result:
                found.append(f"{name}: {link} is not declared as it is")
                continue
            arguments = between[1]
        if link not in module.calls:
            found.append(f"{name}: nothing calls {link}")
            continue
        called_result, called = module.calls[link]
        if called_result != result or len(called) != len(arguments):
            found.append(f"{name}: another result or number of arguments")
        found += [f"{name}: argument {c.name} is passed in another way" for c, fortran in zip(arguments, called)
                  if not c.fits(fortran, READ_ONLY.fullmatch(f"{name}.{c.name}"))]
    for name, value in constants(header).items():
        # Fortran counts the fields of a descriptor from 1.
        value += bool(re.fullmatch(r"[A-Z]+_", name)) and name != "DLEN_"
        if not module.has_number(name, value):
            found.append(f"{name}: must be {value} in module stencil_cosim")
    return found


class Bindings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.texts = [path.read_text(encoding="utf-8") for path in SOURCES]
        cls.module = Module(GFORTRAN, cls.texts)
        cls.communicators = COMMUNICATORS.read_text(encoding="utf-8")

    def judge(self, header, module=None, communicators=None):
        return complaints(module or self.module, header, communicators or self.communicators)

    def test_every_header_is_there_whole(self):
        for path in HEADERS:
            with self.subTest(header=path.name):
                text = path.read_text(encoding="utf-8")
                self.assertEqual(self.judge(text), [])
        self.assertEqual(sorted(SOURCES), sorted((ROOT / "host/fortran").glob("*.f90")))
        # The lists of stages.h are variable arguments, which Fortran cannot pass.
        self.assertEqual(sorted([*HEADERS, ROOT / "host/c/stages.h"]), sorted((ROOT / "host/c").glob("*.h")))

    def test_the_library_exports_every_function(self):
        told = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], capture_output=True, text=True, check=True,
                              timeout=BOUND_S).stdout
        exported = {line.split()[-1] for line in told.splitlines()}
        for path in [*HEADERS, COMMUNICATORS]:
            self.assertEqual(set(functions(path.read_text(encoding="utf-8"))) - exported, set(), path.name)

    def test_the_headers_are_read_whole(self):
        text = "".join(path.read_text(encoding="utf-8") for path in HEADERS)
        # Each declaration ends in ");", and nothing else outside comments does.
        bare = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        self.assertEqual(len(functions(text)), len(re.findall(r"\);", bare)))
        self.assertGreater(len(functions(text)), 30)
        self.assertEqual(macros(text), ["DIM2"])
        self.assertEqual(constants(text)["VSDA_BLOCKED"], 1)
        self.assertEqual(constants(text)["LLD_"], 8)
        self.assertEqual(len(constants(text)), 16)

    def test_every_string_ends_in_nul(self):
        """If one is forgotten, the byte after it decides."""
        strings = sum(argument.type == "char" for path in HEADERS
                      for _, arguments in functions(path.read_text(encoding="utf-8")).values()
                      for argument in arguments)
        # c_text(), which ends a string, does so in one place.
        ended = sum(len(re.findall(r"// c_null_char|(?<!function )\bc_text\(", text)) for text in self.texts)
        self.assertEqual(sum(text.count("ended = trim(text) // c_null_char") for text in self.texts), 1)
        self.assertEqual(ended - 1, strings)
        self.assertGreater(strings, 6)

    def test_what_is_forgotten_or_other_is_named(self):
        self.assertEqual(self.judge("void forgotten(int n);"), ["forgotten: no such name in module stencil_cosim"])
        self.assertEqual(self.judge("#define FORGOTTEN(n) n"), ["FORGOTTEN: no such name in module stencil_cosim"])
        self.assertEqual(self.judge("#define VSDA_BLOCKED 3"), ["VSDA_BLOCKED: must be 3 in module stencil_cosim"])
        self.assertEqual(self.judge("enum { LLD_ = 7 };"), ["LLD_: must be 8 in module stencil_cosim"])
        numroc = "int64_t numroc(int64_t n, int64_t nb, int64_t iproc, int64_t isrcproc, int64_t {});"
        self.assertEqual(self.judge(numroc.format("nprocs")), [])
        self.assertEqual(self.judge(numroc.format("procs")),
                         ["numroc: other names of arguments: ['n', 'nb', 'iproc', 'isrcproc', 'nprocs']",
                          "numroc: argument procs is passed in another way"])
        self.assertEqual(self.judge(numroc.format("nprocs").replace("int64_t n,", "int n,")),
                         ["numroc: argument n is passed in another way"])
        self.assertEqual(self.judge(numroc.format("nprocs").replace("int64_t numroc", "int numroc")),
                         ["numroc: another result or number of arguments"])

    def test_fortran_that_passes_in_another_way_is_named(self):
        header = (ROOT / "host/c/vsda.h").read_text(encoding="utf-8")
        for old, new, complaint in (
                ("integer(c_long), value :: targoffs, srcoffs, count\n      type(c_ptr)",
                 "integer(c_long), value :: targoffs, srcoffs\n      integer(c_long) :: count\n      type(c_ptr)",
                 "VSDA_Copy: argument count is passed in another way"),
                ("integer(c_long), intent(out) :: start, finish", "integer(c_long), intent(in) :: start, finish",
                 "VSDA_Get_extent: argument start is passed in another way"),
                ("type(vsda_descriptor), intent(inout) :: vsda\n    end subroutine VSDA_Destroy",
                 "type(vsda_descriptor), intent(in) :: vsda\n    end subroutine VSDA_Destroy",
                 "VSDA_Destroy: argument vsda is passed in another way"),
                ("name='VSDA_Plan_destroy'", "name='VSDA_Destroy'",
                 "VSDA_Plan_destroy: nothing calls VSDA_Plan_destroy")):
            texts = [text.replace(old, new) for text in self.texts]
            self.assertNotEqual(texts, self.texts)
            self.assertIn(complaint, self.judge(header, Module(GFORTRAN, texts)))

    def test_communicators_of_both_modules_and_arrays_of_any_shape(self):
        """Calls that must compile, and calls that must not: only the communicator is of any type."""
        def calls(declarations, *lines):
            return self.module.compile("calls.f90", "\n".join(
                ["use, intrinsic :: iso_c_binding", "use stencil_cosim", "implicit none",
                 "type, bind(C) :: MPI_Comm", "integer(c_int) :: MPI_VAL", "end type MPI_Comm",
                 "type(MPI_Comm) :: of_f08", "integer, parameter :: of_mpi = 0", "type(vsda_descriptor) :: vsda",
                 "integer(c_long), parameter :: one = 1", "integer(c_int64_t) :: told", declarations, *lines, "end", ""]),
                "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unused", "-Wno-uninitialized")
        shapes = "integer(c_long) :: line(4), box(2, 2), cube(2, 2, 2)"
        taken = calls(shapes, *(
            line
            for comm in ("of_mpi", "of_f08")
            for array in ("line", "line(2)", "line(2:)", "box", "box(1, 2)", "box(1, :)", "cube", "cube(1, 1, 1)",
                          "[one, one]")
            for line in (
                f"call VSDA_Create({comm}, VSDA_BLOCKED, .false., one, one, one, {array}, vsda=vsda)",
                f"call VSDA_Create_periodic({comm}, one, one, one, {array}, vsda=vsda)",
                f"call VSDA_Create_2d({comm}, one, one, one, one, one, one, one, 0, 0, {array}, {array}, vsda)",
                f"call VSDA_Create_block_cyclic({comm}, one, one, one, one, one, one, one, one, one, one, vsda)",
                f"told = block_cyclic_context({comm}, one, one) + block_cyclic_gridinit({comm}, 'R', one, one)",
                f"told = block_cyclic_gridmap({comm}, {array}, one, one, one)")))
        self.assertEqual((taken.returncode, taken.stderr), (0, ""))
        for wrong, said in (
                ("told = block_cyclic_gridmap(of_f08, [1, 2], one, one, one)", "Type mismatch"),
                ("told = block_cyclic_gridmap(of_mpi, [1.0d0], one, one, one)", "Type mismatch"),
                ("call VSDA_Create_periodic(of_f08, one, one, one, distribution_out=[.true.], vsda=vsda)", "Type mismatch"),
                ("told = block_cyclic_context(of_f08, one)", "Missing actual argument")):
            refused = calls(shapes, wrong)
            self.assertEqual(refused.returncode, 1, wrong)
            self.assertIn(said, refused.stderr)

    def test_a_communicator_needs_its_function(self):
        header = "int64_t block_cyclic_context(MPI_Comm comm, int64_t nprow, int64_t npcol);"
        self.assertEqual(self.judge(header), [])
        complaint = ["block_cyclic_context: stencil_fortran_block_cyclic_context is not declared as it is"]
        self.assertEqual(self.judge(header, communicators="int none(void);"), complaint)
        self.assertEqual(self.judge(header.replace("npcol", "ncol"), communicators=self.communicators)[1:], complaint)


if __name__ == "__main__":
    GFORTRAN, LIBRARY = sys.argv[1:3]
    del sys.argv[1:3]
    unittest.main()
