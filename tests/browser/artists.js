/**
 * Draws a scene by the page's artist and lays Python's picture beside it; returns what differs. A leaf is told by its
 * kind, its words or symbol, its box in the coordinates of its group, and its colours.
 */
async ([draw, scene, picture, apart, shade]) => {
  const { drawPlace, drawPiece } = await import(draw);
  const NS = "http://www.w3.org/2000/svg";
  const make = (tag, given, ...children) => {
    const made = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(given)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };
  const placed = ({ x, y, w = 36, h = 36, turn }) =>
    `translate(${x} ${y})` + (turn ? ` rotate(${turn} ${w / 2} ${h / 2})` : "");
  const thing = (kind, item, drawn) =>
    make("g", { class: `${kind} ${item.state ?? ""}`, transform: placed(item) }, ...drawn);
  const byPage = (group) => {
    const pieces = [...(group.pieces ?? [])].sort((one, other) => (one.layer ?? 0) - (other.layer ?? 0));
    const drawn = (some) => some.map((piece) => thing("piece", piece, drawPiece(piece, scene.grounds ?? {})));
    return make(
      "g",
      {},
      ...drawn(pieces.filter((piece) => (piece.layer ?? 0) < 0)),
      ...(group.places ?? []).map((place) => thing("place", place, drawPlace(place, scene.grounds ?? {}))),
      ...drawn(pieces.filter((piece) => (piece.layer ?? 0) >= 0)),
    );
  };
  const whole = (made, top) =>
    made === top ? 1 : Number(getComputedStyle(made).opacity) * whole(made.parentNode, top);
  const shades = (value) =>
    value === "none" || value === "transparent" || /[,/] ?0\)$/.test(value)
      ? []
      : (value.match(/[\d.e-]+/g) ?? [])
          .slice(0, 3)
          .map((part) => (value.startsWith("rgb") ? part / 255 : Number(part)));
  const leaf = (made, top) => {
    const symbol = made.tagName === "use";
    const box = symbol
      ? Object.fromEntries(["x", "y", "width", "height"].map((name) => [name, Number(made.getAttribute(name))]))
      : made.getBBox();
    const within = top.getCTM().inverse().multiply(made.getCTM());
    const corners = [
      [box.x, box.y],
      [box.x + box.width, box.y + box.height],
    ].map(([x, y]) => new DOMPoint(x, y).matrixTransform(within));
    const look = getComputedStyle(made);
    const drawn = symbol ? {} : { fill: shades(look.fill), stroke: shades(look.stroke) };
    return {
      what: symbol
        ? made.getAttribute("href").split("#")[1]
        : made.tagName === "text"
          ? `“${made.textContent}”`
          : made.tagName,
      box: [
        made.tagName === "path" ? made.getTotalLength() : 0,
        ...corners.flatMap(({ x, y }) => [x, y]),
        Number(made.getAttribute("rx") ?? 0),
        drawn.stroke?.length ? parseFloat(look.strokeWidth) : 0,
      ],
      shades: [[whole(made, top)], drawn.fill ?? [], drawn.stroke ?? []],
    };
  };
  const leaves = (top) =>
    [...top.querySelectorAll("text, rect, circle, polygon, path, use")]
      .filter((made) => !made.matches(".hit, .outline") && !made.closest("defs, symbol"))
      .map((made) => leaf(made, top));

  const host = document.createElement("div");
  const page = make("svg", { class: "picture", width: 2000, height: 2000 }, ...scene.groups.map(byPage));
  document.body.append(host, page);
  host.attachShadow({ mode: "open" }).innerHTML = picture;
  const near = (one, other, most) =>
    one.length === other.length && one.every((value, k) => Math.abs(value - other[k]) <= most);
  const same = (one, other) =>
    one &&
    other &&
    one.what === other.what &&
    near(one.box, other.box, apart) &&
    one.shades.every((part, k) => near(part, other.shades[k], shade));
  const order = { primary: 0, side: 1, mini: 2 };
  const python = [...host.shadowRoot.querySelectorAll("svg > g")].map((group) => {
    const top = group.querySelector("g[transform*=scale]");
    top.removeAttribute("transform"); // letters of another scale are hinted otherwise
    return leaves(top);
  });
  const sorted = scene.groups
    .map((group, k) => [group, k])
    .sort(([one], [other]) => order[one.size ?? "side"] - order[other.size ?? "side"]);
  const faults = [];
  let seen = 0;
  sorted.forEach(([group, place], k) => {
    const drawn = leaves(page.children[place]);
    seen += drawn.length;
    for (let n = 0; n < Math.max(drawn.length, python[k].length); n++)
      if (!same(drawn[n], python[k][n]))
        faults.push(`${group.id}: the page ${JSON.stringify(drawn[n])}, Python ${JSON.stringify(python[k][n])}`);
  });
  host.remove();
  page.remove();
  return { seen, faults: faults.slice(0, 5) };
};
