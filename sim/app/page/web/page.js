// Draws the page of stencil-cosim from the data in it. SPDX-License-Identifier: Apache-2.0
// All text goes into the page as text, never as HTML.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const CAUSES = ["compute", "stall", "load", "store", "idle"];
  const WIDTH = 960; // units of a wide drawing, about pixels
  let ids = 0;

  // --- text ---
  const whole = (value) => Number(value).toLocaleString("en-US", { maximumFractionDigits: 0 });
  const number = (value) => Number(value).toLocaleString("en-US", { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 1 });
  const share = (part, all) => (all > 0 ? (100 * part / all).toFixed(1) + " %" : "–");
  const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "±") + number(Math.abs(value));
  const plural = (count, word, many = word + "s") => whole(count) + " " + (count === 1 ? word : many);
  const kind = (word) => word.toLowerCase().replaceAll(" ", "-");

  // An HTML element. attributes: null ones are omitted. children: elements, texts, lists of them, null.
  const h = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined) element.setAttribute(key, value);
    }
    element.append(...children.flat(3).filter((child) => child !== null && child !== undefined).map((child) => child instanceof Node ? child : String(child)));
    return element;
  };

  // --- shared by charts ---
  const card = (title, lead, ...children) => {
    const id = "h" + ++ids;
    return h("section", { class: "card", "aria-labelledby": id }, h("h3", { id }, title), lead ? h("p", { class: "lead" }, lead) : null, children);
  };
  const note = (text) => h("p", { class: "note" }, text);

  // columns: [{title, text?, cell: (row) => value, key?}]; the first is the header of its row.
  const table = (caption, columns, rows, foot = null) => {
    const cell = (column, row, index) => {
      const value = column.cell(row);
      const attributes = { "data-key": column.key, class: column.text ? "text" : column.tone ? column.tone(row) : null };
      return index === 0 ? h("th", { scope: "row", ...attributes }, value) : h("td", attributes, value);
    };
    return h("div", { class: "table", role: "region", "aria-label": caption, tabindex: "0" }, h("table", {},
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, columns.map((column) => h("th", { scope: "col", class: column.text ? "text" : null }, column.title)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, columns.map((column, index) => cell(column, row, index))))),
      foot ? h("tfoot", {}, h("tr", {}, columns.map((column, index) => cell(column, foot, index)))) : null));
  };
  const most_rows = 30; // of a table that is not folded
  const folded = (title, content) => h("details", {}, h("summary", {}, title), content);

  const swatch = (name, roofline) => {
    const svg = d3.create("svg:svg").attr("viewBox", "0 0 14 14").attr("aria-hidden", "true");
    if (roofline) {
      svg.append("path").attr("class", "roofline").attr("d", "M7,2V14");
      svg.append("path").attr("class", "roofline-head").attr("d", "M3,0H11L7,5Z");
    } else {
      svg.append("rect").attr("class", name).attr("width", 14).attr("height", 14).attr("rx", 2);
    }
    return svg.node();
  };
  const causeLegend = (roofline) => h("ul", { class: "legend", "aria-label": "Colours" },
    CAUSES.map((cause) => h("li", {}, swatch(cause), cause)), roofline ? h("li", {}, swatch("", true), "roofline: the least that engine, load and store allow") : null);

  // The tab key stops once per chart; arrow keys, Home and End move between its marks.
  const explorable = (svg, marks, readout) => {
    const nodes = marks.nodes();
    const go = (index) => {
      const next = nodes[Math.max(0, Math.min(nodes.length - 1, index))];
      nodes.forEach((node) => node.setAttribute("tabindex", node === next ? "0" : "-1"));
      next.focus();
    };
    marks.attr("tabindex", (_, index) => (index === 0 ? 0 : -1))
      .attr("role", "img")
      .on("keydown", (event) => {
        const index = nodes.indexOf(event.currentTarget);
        const to = { ArrowRight: index + 1, ArrowDown: index + 1, ArrowLeft: index - 1, ArrowUp: index - 1, Home: 0, End: nodes.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        go(to);
      })
      .on("focus mouseenter", (event) => { readout.textContent = event.currentTarget.getAttribute("aria-label"); });
    return svg;
  };
  const readoutOf = () => h("p", { class: "readout", "aria-hidden": "true" }, "Point at a mark, or reach it with Tab and the arrow keys.");
  const drawing = (width, height, label) => d3.create("svg:svg").attr("viewBox", `0 0 ${width} ${height}`).attr("role", "group").attr("aria-label", label);

  // Horizontal bars, stacked by cause. rows: [{label, right, values: {cause: cycles}, roofline?, says}].
  const stackedBars = (label, rows, unit) => {
    const row = 50, top = 4, bottom = 34;
    const height = top + rows.length * row + bottom;
    const svg = drawing(WIDTH, height, label);
    const most = Math.max(1, ...rows.map((one) => Math.max(one.roofline ?? 0, CAUSES.reduce((sum, cause) => sum + one.values[cause], 0))));
    const x = d3.scaleLinear([0, most], [1, WIDTH - 12]);
    const axis = svg.append("g").attr("transform", `translate(0,${height - bottom + 4})`).attr("aria-hidden", "true")
      .call(d3.axisBottom(x).ticks(8).tickSizeInner(-(height - bottom - top)).tickFormat(number));
    axis.selectAll(".tick:first-of-type text").attr("text-anchor", "start");
    svg.append("text").attr("class", "soft").attr("x", WIDTH - 12).attr("y", height - 2).attr("text-anchor", "end").attr("aria-hidden", "true").text(unit);
    const bars = svg.selectAll("g.bar").data(rows).join("g").attr("class", "bar")
      .attr("transform", (_, index) => `translate(0,${top + index * row})`).attr("aria-label", (one) => one.says);
    bars.append("title").text((one) => one.says);
    bars.append("rect").attr("class", "halo").attr("x", 0.5).attr("y", 1).attr("width", WIDTH - 2).attr("height", row - 2).attr("rx", 4);
    bars.append("text").attr("class", "strong").attr("x", 4).attr("y", 14).text((one) => one.label);
    bars.append("text").attr("class", "soft").attr("x", WIDTH - 8).attr("y", 14).attr("text-anchor", "end").text((one) => one.right);
    bars.each(function (one) {
      const bar = d3.select(this);
      let from = 0;
      for (const cause of CAUSES) {
        const value = one.values[cause];
        if (!(value > 0)) continue;
        const left = x(from), wide = x(from + value) - left;
        bar.append("rect").attr("class", cause).attr("x", left).attr("y", 25).attr("height", 18)
          .attr("width", wide > 2.5 ? wide - 1 : wide);
        const text = cause + " " + share(value, one.total);
        if (wide > 7.2 * text.length) bar.append("text").attr("class", "in").attr("x", left + 6).attr("y", 38).text(text);
        from += value;
      }
      if (one.roofline > 0) {
        const at = x(one.roofline);
        bar.append("path").attr("class", "roofline").attr("d", `M${at},20V46`);
        bar.append("path").attr("class", "roofline-head").attr("d", `M${at - 4},19h8l-4,5Z`);
      }
    });
    const readout = readoutOf();
    explorable(svg, bars, readout);
    return h("div", {}, h("div", { class: "chart" }, svg.node()), readout);
  };

  const causesText = (values, total) => CAUSES.filter((cause) => values[cause] > 0)
    .map((cause) => `${cause} ${number(values[cause])} (${share(values[cause], total)})`).join(", ");

  // --- the parts of a run ---
  const verdict = (run) => h("section", { class: "card verdict " + kind(run.word), "aria-label": "Verdict" },
    h("span", { class: "word", "data-verdict": run.word }, run.word),
    h("div", {}, h("p", { class: "said" }, run.said),
      h("p", { class: "evidence" }, run.compared === null ? "How many values were compared, the program could not say."
        : `${plural(run.compared, "value")} compared, ${whole(run.mismatches ?? 0)} differ.`),
      run.divergence ? h("pre", { "data-key": "divergence" }, run.divergence) : null));

  const tile = (name, value, below, key) => h("div", { class: "tile" }, h("dt", {}, name), h("dd", { "data-key": key }, value, below ? h("small", {}, below) : null));

  const tiles = (run) => {
    const totals = run.totals, ranks = run.rank_count;
    const blocks = run.blocks + run.blocks_omitted;
    const ratio = (value) => (value === null ? "–" : Number(value).toFixed(3));
    return h("dl", { class: "tiles" },
      tile("Device cycles", whole(totals.cycles), ranks === 1 ? "on one rank" : `on the slowest of ${whole(ranks)} ranks; ${whole(totals.cycles_all_ranks)} on all`, "cycles"),
      tile("Model says", whole(totals.model_cycles), totals.model_cycles === totals.cycles ? "as measured" : signed(totals.cycles - totals.model_cycles) + " measured", "model_cycles"),
      tile("Blocks", whole(blocks), plural(run.classes.length + run.other_classes.classes, "class", "classes"), "blocks"),
      tile("Schedule", ratio(totals.efficiency), "ideal over measured", "efficiency"),
      tile("Roofline", totals.cycles > 0 ? (totals.roofline_cycles / totals.cycles).toFixed(3) : "–", "least possible over measured", "roofline"),
      tile("Useful points", totals.useful_points_per_cycle === null ? "–" : Number(totals.useful_points_per_cycle).toFixed(2), `per cycle, of ${whole(run.pes * run.lanes)}`, "useful"));
  };

  const facts = (pairs) => h("dl", { class: "facts" }, pairs.filter((pair) => pair[1] !== null && pair[1] !== undefined)
    .map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));

  const problemFacts = (problem) => problem === null ? h("p", {}, "Not known: a program of its own ran, or there was no device.") : facts(problem);

  const classesCard = (run) => {
    const rows = run.classes;
    if (rows.length === 0) return card("Cycles by class of blocks", null, note("The report has no block."));
    const timed = rows.some((one) => one.total.sum > 0);
    const sum = (pick) => rows.reduce((all, one) => all + pick(one), 0);
    const foot = { label: "all classes", count: sum((one) => one.count), total: { sum: sum((one) => one.total.sum) }, model_total: sum((one) => one.model_total), ideal: sum((one) => one.ideal), roofline: sum((one) => one.roofline) };
    for (const cause of CAUSES) foot[cause] = sum((one) => one[cause]);
    const spread = (one) => one.total.minimum === undefined ? "" : one.total.minimum === one.total.maximum ? whole(one.total.minimum) : `${whole(one.total.minimum)} – ${whole(one.total.maximum)}`;
    const content = table("Cycles summed over the blocks of each class, by cause; below, over all of them", [
      { title: "Class", cell: (one) => one.label, key: "label" }, { title: "Blocks", cell: (one) => whole(one.count), key: "count" },
      ...CAUSES.map((cause) => ({ title: cause, cell: (one) => whole(one[cause]), key: cause })),
      { title: "total", cell: (one) => whole(one.total.sum), key: "total" }, { title: "per block", cell: spread, key: "each" },
      { title: "model", cell: (one) => whole(one.model_total), key: "model" },
      { title: "roofline", cell: (one) => whole(one.roofline), key: "roofline" },
      { title: "roofline / total", cell: (one) => (one.total.sum > 0 ? (one.roofline / one.total.sum).toFixed(3) : "–") }], rows, foot);
    content.querySelector("table").dataset.table = "classes";
    const other = run.other_classes.classes === 0 ? null : note(`${plural(run.other_classes.classes, "further class", "further classes")} of ${plural(run.other_classes.count, "block")} with ${whole(run.other_classes.total)} cycles, each cheaper than these, stand in the report alone.`);
    if (!timed) return card("Blocks", "The software accelerator has no clock: there are no cycles to show.", content, other);
    const drawn = rows.slice(0, 24);
    const bars = drawn.map((one) => {
      const values = Object.fromEntries(CAUSES.map((cause) => [cause, one[cause] / one.count]));
      const total = one.total.sum / one.count;
      return { label: one.label, right: `${number(total)} cycles per block, ${plural(one.count, "block")}`, values, total, roofline: one.roofline / one.count,
        says: `${one.label}, ${plural(one.count, "block")}, cycles per block: ${number(total)}; ${causesText(values, total)}; roofline ${number(one.roofline / one.count)}` };
    });
    return card("Cycles by class of blocks", "Each cycle has one cause; compute wins over stall, stall over load, load over store, store over idle. Bars show the mean of a block, the most expensive class first.",
      causeLegend(true), stackedBars("Cycles per block by class and cause", bars, "cycles per block"),
      drawn.length < rows.length ? note(`The ${drawn.length} most expensive classes are drawn; the table has ${rows.length}.`) : null, other,
      rows.length > most_rows ? folded(`All ${rows.length} classes as a table`, content) : content);
  };

  // One column per block of a rank, in their order, and below them the busy share of the link.
  const sequenceChart = (sequence) => {
    const bars = sequence.bars.map(([blocks, step, compute, stall, load, store, idle, total, load_busy, store_busy], index) => ({
      index, blocks, step, total, values: { compute, stall, load, store, idle }, load: total > 0 ? load_busy / total : 0, store: total > 0 ? store_busy / total : 0 }));
    const high = 150, low = 62, gap = 34, left = 64, top = 8, height = top + high + gap + low + 34;
    const label = `Blocks of rank ${sequence.rank} in their order`;
    const svg = drawing(WIDTH, height, label);
    const most = Math.max(1, ...bars.map((one) => one.total / one.blocks));
    const x = d3.scaleBand(bars.map((one) => one.index), [left, WIDTH - 8]).paddingInner(bars.length > 120 ? 0.05 : 0.18);
    const y = d3.scaleLinear([0, most], [top + high, top]);
    const base = top + high + gap + low;
    const busiest = Math.max(1, ...bars.map((one) => Math.max(one.load, one.store)));
    const z = d3.scaleLinear([0, busiest], [base, base - low]);
    const axes = svg.append("g").attr("aria-hidden", "true");
    axes.append("g").attr("transform", `translate(${left},0)`).call(d3.axisLeft(y).ticks(5).tickSizeInner(-(WIDTH - 8 - left)).tickFormat(number));
    axes.append("g").attr("transform", `translate(${left},0)`).call(d3.axisLeft(z).tickValues([0, 0.5, 1].filter((value) => value <= busiest)).tickSizeInner(-(WIDTH - 8 - left)).tickFormat((value) => 100 * value + " %"));
    axes.append("text").attr("class", "soft").attr("x", left).attr("y", base - low - 9).text("link busy with the blocks' own data: load (line), store (dashed), as a share of their cycles");
    axes.append("text").attr("class", "soft").attr("x", left).attr("y", base + 16).text("first block");
    axes.append("text").attr("class", "soft").attr("x", WIDTH - 8).attr("y", base + 16).attr("text-anchor", "end").text(`last of ${plural(sequence.blocks, "block")}; height: cycles per block`);
    for (const way of ["load", "store"]) {
      const line = d3.line((one) => x(one.index) + x.bandwidth() / 2, (one) => z(one[way])).curve(d3.curveStep);
      svg.append("path").attr("class", "line " + way).attr("d", line(bars.length === 1 ? [bars[0], bars[0]] : bars)).attr("aria-hidden", "true");
    }
    const columns = svg.selectAll("g.bar").data(bars).join("g").attr("class", "bar").attr("aria-label", (one) => {
      const first = one.index * sequence.blocks_a_bar;
      const which = one.blocks === 1 ? `block ${whole(first)}` : `blocks ${whole(first)} to ${whole(first + one.blocks - 1)} together`;
      return `rank ${sequence.rank}, step ${whole(one.step)}, ${which}: ${whole(one.total)} cycles; ${causesText(one.values, one.total)}; link busy: load ${share(one.load, 1)}, store ${share(one.store, 1)}`;
    });
    columns.append("title").text(function () { return this.parentNode.getAttribute("aria-label"); });
    columns.append("rect").attr("class", "halo").attr("x", (one) => x(one.index) - 1).attr("width", x.bandwidth() + 2).attr("y", top - 2).attr("height", base - top + 4).attr("rx", 2);
    columns.each(function (one) {
      let from = 0;
      for (const cause of CAUSES) {
        const value = one.values[cause] / one.blocks;
        if (!(value > 0)) continue;
        d3.select(this).append("rect").attr("class", cause).attr("x", x(one.index)).attr("width", x.bandwidth()).attr("y", y(from + value)).attr("height", y(from) - y(from + value));
        from += value;
      }
    });
    const readout = readoutOf();
    explorable(svg, columns, readout);
    const rows = folded(`The same as a table: rank ${sequence.rank}`, table(label + ", cycles by cause", [
      { title: "Blocks", cell: (one) => { const first = one.index * sequence.blocks_a_bar; return one.blocks === 1 ? whole(first) : `${whole(first)} – ${whole(first + one.blocks - 1)}`; } },
      { title: "step", cell: (one) => whole(one.step) },
      ...CAUSES.map((cause) => ({ title: cause, cell: (one) => whole(one.values[cause]), key: cause })), { title: "total", cell: (one) => whole(one.total), key: "total" },
      { title: "link load", cell: (one) => share(one.load, 1) }, { title: "link store", cell: (one) => share(one.store, 1) }], bars));
    rows.querySelector("table").dataset.table = "sequence-" + sequence.rank;
    return [h("h4", {}, `Rank ${sequence.rank}`), h("div", { class: "chart" }, svg.node()), readout,
      sequence.blocks_a_bar > 1 ? note(`Each column sums up ${sequence.blocks_a_bar} blocks that follow one another (the last column the rest).`) : null, rows];
  };

  const overlapCard = (run) => {
    if (run.blocks === 0 || run.totals.cycles === 0) return null;
    const totals = run.totals, dma = totals.dma;
    const result = card("Overlap over time", `The cycles of each block by cause, in the order of the blocks, and the share in which its own data kept the link busy (${plural(run.sequence.link_bytes, "byte")} per cycle each way). In the overlapped schedule that data moves while the blocks before and after are swept: only the part that cannot be hidden shows as load or store.`,
      dma.efficiency === null ? null : h("p", { class: "lead" }, `Over all ranks: engine ${share(totals.stream_cycles, totals.cycles_all_ranks)}, DMA load ${share(dma.load_busy_cycles, totals.cycles_all_ranks)}, DMA store ${share(dma.store_busy_cycles, totals.cycles_all_ranks)} of ${whole(totals.cycles_all_ranks)} cycles busy.`),
      run.blocks_omitted > 0 ? note(`The report lists ${plural(run.blocks, "block")}; ${whole(run.blocks_omitted)} more are only in the sums by class and not drawn here.`) : null,
      causeLegend(false), run.sequence.ranks.map(sequenceChart),
      run.sequence.other_ranks > 0 ? note(`${plural(run.sequence.other_ranks, "further rank")} not drawn.`) : null);
    return result;
  };

  const ranksCard = (run) => {
    if (run.ranks.length === 0 || run.totals.cycles === 0) return null;
    const bars = run.ranks.map((one) => ({ label: `rank ${one.rank}`, right: `${whole(one.total)} cycles, ${plural(one.blocks, "block")}`, values: one, total: one.total,
      says: `rank ${one.rank}, ${plural(one.blocks, "block")}: ${whole(one.total)} cycles; ${causesText(one, one.total)}` }));
    const content = table("Cycles of each rank by cause", [{ title: "Rank", cell: (one) => String(one.rank), key: "rank" }, { title: "Blocks", cell: (one) => whole(one.blocks), key: "blocks" },
      ...CAUSES.map((cause) => ({ title: cause, cell: (one) => whole(one[cause]), key: cause })), { title: "total", cell: (one) => whole(one.total), key: "total" }], run.ranks);
    content.querySelector("table").dataset.table = "ranks";
    return card("Ranks", "Ranks run side by side; the slowest one decides.", causeLegend(false), stackedBars("Cycles of each rank by cause", bars, "cycles"),
      run.blocks_omitted > 0 ? note(`Sums of the ${plural(run.blocks, "block")} that the report lists; ${whole(run.blocks_omitted)} more are not divided by rank there.`) : null,
      run.other_ranks > 0 ? note(`${plural(run.other_ranks, "further rank")} not shown.`) : null, content);
  };

  const differencesCard = (run) => {
    const all = run.differences;
    if (all === null || all === undefined) return null;
    const lead = `Against ${all.base}: ${all.equal ? "nothing has changed" : all.differing === 0 ? "no cycle has changed" : plural(all.differing, "class", "classes") + (all.differing === 1 ? " differs" : " differ")}, ${whole(all.compared)} compared.`;
    const lines = (list) => list.length === 0 ? null : h("ul", {}, list.map((text) => h("li", {}, text)));
    if (all.classes.length === 0) return card("Differences to the baseline", lead, lines(all.said));
    const change = (one) => one.base === null || one.new === null ? null : one.new - one.base;
    const tone = (one) => (change(one) > 0 ? "worse" : change(one) < 0 ? "better" : null);
    const causes = (one) => one.causes.filter((cause) => cause.base !== cause.new).map((cause) => `${cause.cause} ${cause.base === null || cause.new === null ? "?" : signed(cause.new - cause.base)}`).join(", ");
    const drawn = all.classes.filter((one) => change(one) !== null && change(one) !== 0).slice(0, 24);
    const chart = [];
    if (drawn.length > 0) {
      const row = 40, height = drawn.length * row + 34;
      const svg = drawing(WIDTH, height, "Cycles more or less by class");
      const most = Math.max(...drawn.map((one) => Math.abs(change(one))));
      const x = d3.scaleLinear([-most, most], [12, WIDTH - 12]);
      svg.append("g").attr("aria-hidden", "true").attr("transform", `translate(0,${height - 28})`).call(d3.axisBottom(x).ticks(7).tickSizeInner(-(height - 30)).tickFormat((value) => (value === 0 ? "0" : signed(value))));
      svg.append("path").attr("class", "zero").attr("d", `M${x(0)},0V${height - 28}`);
      const bars = svg.selectAll("g.bar").data(drawn).join("g").attr("class", "bar").attr("transform", (_, index) => `translate(0,${index * row})`).attr("aria-label", (one) => one.sentence);
      bars.append("title").text((one) => one.sentence);
      bars.append("rect").attr("class", "halo").attr("x", 0.5).attr("y", 1).attr("width", WIDTH - 2).attr("height", row - 2).attr("rx", 4);
      bars.append("text").attr("class", "strong").attr("x", 4).attr("y", 14).text((one) => one.label);
      bars.append("text").attr("x", WIDTH - 8).attr("y", 14).attr("text-anchor", "end").text((one) => signed(change(one)) + " cycles");
      bars.append("rect").attr("class", (one) => (change(one) > 0 ? "slower" : "faster")).attr("y", 20).attr("height", 14).attr("x", (one) => Math.min(x(0), x(change(one)))).attr("width", (one) => Math.max(1, Math.abs(x(change(one)) - x(0))));
      const readout = readoutOf();
      explorable(svg, bars, readout);
      chart.push(h("div", { class: "chart" }, svg.node()), readout);
    }
    const content = table("Cycles summed over the blocks of each class that differs", [
      { title: "Class", cell: (one) => one.label, key: "label" }, { title: "verdict", cell: (one) => one.verdict, key: "verdict" },
      { title: "base", cell: (one) => (one.base === null ? "–" : whole(one.base)), key: "base" }, { title: "new", cell: (one) => (one.new === null ? "–" : whole(one.new)), key: "new" },
      { title: "change", cell: (one) => (change(one) === null ? "–" : signed(change(one))), key: "change", tone }, { title: "by cause", cell: causes, text: true, key: "causes" },
      { title: "in words", cell: (one) => one.sentence, text: true, key: "sentence" }], all.classes);
    content.querySelector("table").dataset.table = "differences";
    return card("Differences to the baseline", lead, lines(all.said), all.explanations.length ? h("p", {}, h("strong", {}, "Explanation: "), all.explanations.join("; ")) : null,
      chart, all.classes.length < all.differing ? note(`${whole(all.differing - all.classes.length)} more are only in the comparison.`) : null, content);
  };

  // A bar per rank until its end, and the critical path from rank to rank above them.
  const clusterChart = (all) => {
    const row = 34, left = 74, top = 6, rows = all.ranks.length, height = top + rows * row + 34;
    const svg = drawing(WIDTH, height, "Virtual time of each rank, and the critical path");
    const x = d3.scaleLinear([0, Math.max(1, all.makespan_cycles)], [left, WIDTH - 12]);
    const middle = (rank) => top + rank * row + row / 2;
    svg.append("g").attr("transform", `translate(0,${height - 30})`).attr("aria-hidden", "true")
      .call(d3.axisBottom(x).ticks(8).tickSizeInner(-(height - 34)).tickFormat(number));
    svg.append("text").attr("class", "soft").attr("x", WIDTH - 12).attr("y", height - 1).attr("text-anchor", "end").attr("aria-hidden", "true").text("cycles of virtual time");
    const bars = svg.selectAll("g.bar").data(all.ranks).join("g").attr("class", "bar").attr("aria-label", (one) =>
      `rank ${one.rank}: ends at cycle ${whole(one.end_cycle)}; device ${whole(one.cycles)} cycles, waiting ${whole(one.waiting_cycles)}, busy ${share(one.cycles, all.makespan_cycles)} of the makespan`);
    bars.append("title").text(function () { return this.parentNode.getAttribute("aria-label"); });
    bars.append("rect").attr("class", "halo").attr("x", 0.5).attr("y", (one) => middle(one.rank) - row / 2 + 1).attr("width", WIDTH - 2).attr("height", row - 2).attr("rx", 4);
    bars.append("text").attr("class", "strong").attr("x", 4).attr("y", (one) => middle(one.rank) + 4).text((one) => `rank ${one.rank}`);
    bars.append("rect").attr("class", "track").attr("x", left).attr("y", (one) => middle(one.rank) - 8).attr("height", 16).attr("width", (one) => x(one.end_cycle) - left);
    const inside = all.stretches.filter((one) => one.rank < rows && (one.from_rank ?? one.rank) < rows);
    const path = svg.append("g").attr("aria-hidden", "true").attr("pointer-events", "none").attr("data-key", "critical-path");
    for (const one of inside) {
      const message = one.from_rank !== undefined;
      path.append("path").attr("class", "line " + (message ? "store" : "load"))
        .attr("d", `M${x(one.begin_cycle)},${middle(message ? one.from_rank : one.rank)}L${x(one.end_cycle)},${middle(one.rank)}`);
    }
    const readout = readoutOf();
    explorable(svg, bars, readout);
    return [h("div", { class: "chart" }, svg.node()), readout,
      inside.length < all.stretches.length ? note("Parts of the path on further ranks are not drawn.") : null];
  };

  const clusterCard = (run) => {
    const all = run.cluster;
    if (all === null || all === undefined) return null;
    const way = (one) => plural(one.latency_cycles, "cycle") + (one.bytes_per_cycle > 0 ? `, then ${one.bytes_per_cycle} bytes per cycle` : ", whatever their length");
    const within = all.network.ranks_per_node > 1 ? [["within a node", way(all.network.within_node)], ["between nodes", `${way(all.network.between_nodes)}; ${whole(all.network.ranks_per_node)} ranks on a node`]] : [["a message takes", way(all.network.between_nodes)]];
    const content = table("Virtual time of each rank, in cycles", [{ title: "Rank", cell: (one) => String(one.rank), key: "rank" }, { title: "device", cell: (one) => whole(one.cycles), key: "cycles" },
      { title: "waiting", cell: (one) => whole(one.waiting_cycles), key: "waiting" }, { title: "end", cell: (one) => whole(one.end_cycle), key: "end" },
      { title: "busy of the makespan", cell: (one) => share(one.cycles, all.makespan_cycles) }], all.ranks);
    content.querySelector("table").dataset.table = "cluster";
    const fact = (key, name, value) => [name, h("span", { "data-key": key }, value)];
    return card("Virtual cluster time", "When each rank would have ended on a cluster with this network. Bars reach to the end of a rank; the line is the critical path, on which the last end depends: ranks at work, and dashed the messages between them.",
      facts([...within, fact("makespan", "makespan", plural(all.makespan_cycles, "cycle")), fact("cluster-waiting", "waiting, all ranks", plural(all.waiting_cycles, "cycle")),
        fact("cluster-efficiency", "efficiency", Number(all.efficiency).toFixed(3)), fact("path-messages", "messages on the critical path", `${plural(all.path_message_cycles, "cycle")}, ${share(all.path_message_cycles, all.makespan_cycles)} of the makespan`),
        fact("cluster-messages", "messages", `${whole(all.messages)} of ${plural(all.bytes, "byte")}`)]),
      clusterChart(all), all.stretches_omitted > 0 ? note(`The path is drawn from cycle ${whole(all.stretches[0].begin_cycle)} on; ${plural(all.stretches_omitted, "earlier stretch", "earlier stretches")} not shown.`) : null,
      all.rank_count > all.ranks.length ? note(`${plural(all.rank_count - all.ranks.length, "further rank")} not shown.`) : null,
      all.ranks.length > most_rows ? folded(`All ${all.ranks.length} ranks as a table`, content) : content);
  };

  const stagesCard = (run) => {
    const all = run.stages;
    if (all === null) return null;
    const content = table(`Bytes copied by kind of data; ${whole(all.bytes)} in total, the least possible: ${whole(all.optimum_bytes)}`, [
      { title: "Data", cell: (one) => one.datum }, { title: "to device", cell: (one) => whole(one.bytes_to_device) }, { title: "from device", cell: (one) => whole(one.bytes_from_device) },
      { title: "transfers", cell: (one) => whole(one.transfers) }, { title: "least bytes", cell: (one) => whole(one.optimum_bytes) }], all.data);
    return card("Stages", all.place, content, all.norms === null ? null : h("p", {}, `Largest change of a step's first sweep: ${all.norms.first} at first, ${all.norms.last} in the last of ${plural(all.norms.values, "step")}.`));
  };

  const tilesCard = (run) => {
    const all = run.subdomains;
    if (all === null) return null;
    return card("Messages between subdomains", null, facts([["messages", `${whole(all.messages)}, needed: ${whole(all.expected_messages)}`], ["words", `${whole(all.words)}, needed: ${whole(all.expected_words)}`],
      ["residual", all.residuals === null ? null : `${all.residuals.first} at first, ${all.residuals.last} after ${plural(all.residuals.values - 1, "round")}`]]));
  };

  const reproduceCard = (run) => card("Run it again", run.reproduce.note, run.reproduce.command === null ? null : h("pre", { "data-key": "command", tabindex: "0", "aria-label": "Command line" }, run.reproduce.command),
    run.reproduce.command === null || run.accel !== "rtl" ? null : h("p", { class: "lead" }, "The cycles are the same where the RTL is: the RTL digest above, where the report has one, says which it was."));

  const runSection = (run, index) => {
    const id = "run-" + (index + 1);
    return h("section", { class: "run", id, "aria-labelledby": id + "-title" }, h("h2", { id: id + "-title" }, run.file),
      verdict(run), differencesCard(run), tiles(run),
      h("div", { class: "pair" }, card("Problem", null, problemFacts(run.problem)), card("Machine", null, facts(run.machine))),
      classesCard(run), overlapCard(run), ranksCard(run), clusterCard(run), stagesCard(run), tilesCard(run), reproduceCard(run));
  };

  // --- history ---
  const unitOf = (one) => ({ cycles: "cycles per block", synthesis: "", instructions: "instructions" }[one.kind]);

  const multiple = (history, one) => {
    const points = one.values.map((value, index) => ({ value, index, commit: history.commits[index] })).filter((point) => point.value !== null);
    const first = points[0]?.value, last = points[points.length - 1]?.value;
    if (points.length === 0) return null;
    const width = 300, height = 96, left = 6, right = 294;
    const svg = drawing(width, height, `${one.name}: a line over the commits`);
    const x = d3.scaleLinear([0, Math.max(1, history.commits.length - 1)], [left, right]);
    const least = Math.min(...points.map((point) => point.value)), most = Math.max(...points.map((point) => point.value));
    const y = d3.scaleLinear(least === most ? [least - 1, most + 1] : [least, most], [height - 18, 20]);
    const plain = svg.append("g").attr("aria-hidden", "true");
    plain.append("path").attr("class", "domain").attr("d", `M${left},${height - 8}H${right}`);
    plain.append("text").attr("class", "soft").attr("x", left).attr("y", 11).text(least === most ? number(most) : `${number(least)} … ${number(most)}`);
    plain.append("path").attr("class", "line series").attr("d", d3.line((point) => x(point.index), (point) => y(point.value)).curve(d3.curveStepAfter)(points));
    const dots = svg.selectAll("g.bar").data(points).join("g").attr("class", "bar").attr("aria-label", (point) => `${point.commit.commit.slice(0, 9)}${point.commit.dirty ? "+" : ""}, ${point.commit.date.slice(0, 10)}, ${point.commit.subject}: ${number(point.value)} ${unitOf(one)}`);
    dots.append("title").text(function () { return this.parentNode.getAttribute("aria-label"); });
    dots.append("circle").attr("class", "dot").attr("cx", (point) => x(point.index)).attr("cy", (point) => y(point.value)).attr("r", points.length > 60 ? 1.5 : 3);
    dots.append("circle").attr("class", "halo").attr("cx", (point) => x(point.index)).attr("cy", (point) => y(point.value)).attr("r", 6);
    const readout = h("p", { class: "readout", "aria-hidden": "true" });
    explorable(svg, dots, readout);
    const change = last - first;
    return h("div", { class: "multiple" }, h("h5", {}, one.name), h("p", {}, `${number(last)} ${unitOf(one)}`, change === 0 ? ", as at first" : h("span", { class: change > 0 ? "worse" : "better" }, ` ${signed(change)} (${first === 0 ? "from 0" : signed(100 * change / first) + " %"})`)),
      h("div", { class: "chart" }, svg.node()), readout);
  };

  const historySection = (history) => {
    const section = h("section", { class: "run", id: "history", "aria-labelledby": "history-title" }, h("h2", { id: "history-title" }, `History: ${history.file}`));
    const commits = history.commits;
    const lead = `${plural(commits.length, "commit")}, ${commits[0].date.slice(0, 10)} to ${commits[commits.length - 1].date.slice(0, 10)}. Smaller is better for every number.`;
    const titles = { cycles: "Cycles", synthesis: "Area and depth", instructions: "Instructions of the simulation" };
    for (const kindOf of ["cycles", "synthesis", "instructions"]) {
      const series = history.series.filter((one) => one.kind === kindOf);
      if (series.length === 0) continue;
      const groups = [...new Set(series.map((one) => one.group))];
      const moved = (one) => new Set(one.values.filter((value) => value !== null)).size > 1;
      const ends = (one) => { const values = one.values.filter((value) => value !== null); return [values[0], values[values.length - 1]]; };
      const content = card(titles[kindOf], lead, groups.map((group) => {
        const mine = series.filter((one) => one.group === group);
        const drawn = mine.filter(moved);
        const list = table(`${group}: first and last value`, [{ title: "Series", cell: (one) => one.name, key: "name" }, { title: "first", cell: (one) => number(ends(one)[0]), key: "first" }, { title: "last", cell: (one) => number(ends(one)[1]), key: "last" },
          { title: "change", cell: (one) => { const [from, to] = ends(one); return to === from ? "0" : signed(to - from); }, key: "change", tone: (one) => { const [from, to] = ends(one); return to > from ? "worse" : to < from ? "better" : null; } }], mine);
        list.querySelector("table").dataset.table = "history";
        return [h("h4", {}, group), drawn.length < mine.length ? h("p", { class: "lead" }, `${plural(mine.length - drawn.length, "series", "series")} never changed and ${mine.length - drawn.length === 1 ? "is" : "are"} only in the table.`) : null,
          drawn.length ? h("div", { class: "multiples" }, drawn.map((one) => multiple(history, one))) : null, folded(`First and last value of every series of ${group}`, list)];
      }));
        section.append(content);
    }
    if (history.other_series > 0) section.append(note(`${whole(history.other_series)} further series are only in the history.`));
    if (history.other_commits > 0) section.append(note(`${whole(history.other_commits)} earlier commits are only in the history.`));
    const list = table("Commits, the newest first", [{ title: "Commit", cell: (one) => one.commit.slice(0, 9) + (one.dirty ? "+" : "") }, { title: "date", cell: (one) => one.date.slice(0, 10), text: true }, { title: "subject", cell: (one) => one.subject, text: true }], [...commits].reverse());
    section.append(card("Commits", commits.some((one) => one.dirty) ? "+ with edits that are in no commit." : null, commits.length > most_rows ? folded(plural(commits.length, "commit"), list) : list));
    return section;
  };

  // --- the page ---
  const main = document.getElementById("main");
  const only = data.runs.length === 1 && data.history === null;
  main.append(h("h1", { style: null, class: "title" }, data.runs.length === 0 ? "History" : data.runs.length === 1 ? "A run and its cycles" : plural(data.runs.length, "run")));
  data.runs.forEach((run, index) => main.append(runSection(run, index)));
  if (data.history !== null) main.append(historySection(data.history));
  if (!only && data.runs.length > 0) {
    const contents = document.getElementById("contents");
    contents.hidden = false;
    contents.append(h("h2", {}, "Contents"), h("ul", {}, data.runs.map((run, index) => h("li", {}, h("span", { class: "badge " + kind(run.word) }, run.word), h("a", { href: "#run-" + (index + 1) }, run.file))),
      data.history === null ? null : h("li", {}, h("a", { href: "#history" }, "History"))));
  }
  // Print everything: paper cannot unfold.
  const folds = () => document.querySelectorAll("details");
  window.addEventListener("beforeprint", () => folds().forEach((fold) => { fold.dataset.was = fold.open; fold.open = true; }));
  window.addEventListener("afterprint", () => folds().forEach((fold) => { fold.open = fold.dataset.was === "true"; }));
  document.documentElement.dataset.ready = "true";
})();
