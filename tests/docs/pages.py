# Markdown pages of this project: links, anchors, code.
# SPDX-License-Identifier: Apache-2.0
import pathlib
import re
import string

ROOT = pathlib.Path(__file__).resolve().parents[2]
IMAGE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def pages(root):
    """Every page that people read, by path below the root."""
    found = [root / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "rtl/CONTRACT.md")]
    for folder in ("docs", "examples"):
        found += sorted((root / folder).rglob("*.md"))
    return [page.relative_to(root) for page in found]


def blocks(text):
    """(line of the fence from 1, language, text) of every fenced block."""
    found, begin = [], None
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if not line.startswith("```"):
            continue
        if begin is None:
            begin = number
        else:
            found.append((begin, lines[begin - 1][3:].strip(), "\n".join(lines[begin:number - 1])))
            begin = None
    return found


def prose(text):
    """The text with fenced blocks left empty, so that lines keep their numbers."""
    inside, out = False, []
    for line in text.split("\n"):
        fence = line.startswith("```")
        out.append("" if inside or fence else line)
        inside ^= fence
    return "\n".join(out)


def anchors(text):
    """Those that GitHub gives to headings."""
    found = []
    for heading in re.findall(r"^#+ (.*)$", prose(text), re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        keep = set(string.ascii_lowercase + string.digits + "-_ ")
        anchor = "".join(one for one in words if one in keep).replace(" ", "-")
        found.append(anchor if anchor not in found else f"{anchor}-{found.count(anchor)}")
    return found


def broken_links(root, page):
    """'page:line: target: why' for every relative link that leads nowhere."""
    text = (root / page).read_text(encoding="utf-8")
    complaints = []
    for number, line in enumerate(prose(text).split("\n"), 1):
        for target in LINK.findall(re.sub(r"`[^`]*`(?!\])", "", line)):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            file = (root / page).parent / path if path else root / page
            if not file.exists():
                complaints.append(f"{page}:{number}: {target}: no such file")
            elif anchor and (file.is_dir() or anchor not in anchors(file.read_text(encoding="utf-8"))):
                complaints.append(f"{page}:{number}: {target}: no such heading")
    return complaints


def bad_images(root, page, most_bytes):
    """'page: image: why' for every picture that is not there or too large."""
    complaints = []
    for image in IMAGE.findall(prose((root / page).read_text(encoding="utf-8"))):
        file = (root / page).parent / image
        if not file.is_file():
            complaints.append(f"{page}: {image}: no such file")
        elif file.stat().st_size >= most_bytes:
            complaints.append(f"{page}: {image}: {file.stat().st_size} bytes, must be below {most_bytes}")
    return complaints


def targets(root, page):
    """Pages below the root that a page links."""
    found = set()
    for target in LINK.findall(prose((root / page).read_text(encoding="utf-8"))):
        path = target.partition("#")[0]
        file = ((root / page).parent / path).resolve() if path and not re.match(r"[a-z]+:", path) else None
        if file and file.is_file():
            found.add(file.relative_to(root.resolve()))
    return found


def reachable(root, start):
    seen, open_pages = set(), [pathlib.Path(start)]
    while open_pages:
        page = open_pages.pop()
        if page in seen:
            continue
        seen.add(page)
        if page.suffix == ".md":
            open_pages += targets(root, page)
    return seen


ROOMS = ("ci", "docs", "sim", "host", "models", "rtl", "tests", "cmake", "examples", ".github")
PATH = re.compile(r"^(?:" + "|".join(re.escape(room) for room in ROOMS) + r")/[\w./*{},+-]+$")


MADE = ("ci/history.jsonl",)  # by commands


def missing_paths(root, page):
    """'page:line: path' for every path of ours in backquotes that is not there, seen from the root or the page."""
    complaints = []
    for number, line in enumerate(prose((root / page).read_text(encoding="utf-8")).split("\n"), 1):
        for quoted in re.findall(r"`([^`]+)`", line):
            word = quoted.split()[0].rstrip(".,")
            if not PATH.match(word):
                continue
            for one in expanded(word):
                if not any(any(folder.glob(one)) for folder in (root, (root / page).parent)) and one not in MADE:
                    complaints.append(f"{page}:{number}: {one}")
    return complaints


def expanded(word):
    brace = re.search(r"\{([^{}]*)\}", word)
    if not brace:
        return [word.rstrip("/")]
    return [one for part in brace.group(1).split(",") for one in expanded(word[:brace.start()] + part + word[brace.end():])]


OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def used_options(text):
    """(line, subcommand, option) wherever a page writes a command line of stencil-cosim, in code or in backquotes."""
    found = []
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            inside = not inside
            continue
        for piece in ([line] if inside else re.findall(r"`([^`]+)`", line)):
            for command in re.findall(r"stencil-cosim ((?:run|cycles|tune|scale|compare|report|history|configs|kernel)\b[^|;&>]*)", piece):
                words = command.split()
                found += [(number, words[0], option) for option in OPTION.findall(" ".join(words[1:]))]
    return found
