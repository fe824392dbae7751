/**
 * Shows scenes on a table with its dock, one after the other, and returns what is wrong with them: text over another,
 * text that is cut or too small, controls out of reach, a page that scrolls sideways, a desk that scrolls; a plane
 * that is seven sections wide and eight high, or less, with sections smaller than 56 px on a desk; a dock that takes
 * over three tenths of a phone; anything to act on that moves as what others did is told.
 */
async ([scenes, language]) => {
  const load = (/** @type {string} */ name) => import(`/web/table/${name}.js`);
  const [{ Board }, { Dock }, { Picker }, { choicesOf }, { marksOf }, { Shelf }] = await Promise.all(
    ["board", "dock", "picker", "choices", "marks", "shelf"].map(load),
  );
  const { say, speak } = await import("/web/ui/language.js");
  await speak(language);
  await document.fonts.ready;
  const main = document.querySelector("main");
  const board = new Board();
  const dock = new Dock(board.hand);
  const page = { table: { seats: [] }, scene: null };
  const shelf = new Shelf(page, board);
  main.dataset.kind = "table";
  main.replaceChildren(shelf.element, board.element, dock.element);
  const story = document.createElement("section");
  story.className = "panel story";
  board.tell(story);
  const faults = new Set();
  let count = 0;

  /** The ways to have the card that can be paid for in the most of them. */
  const dearest = ({ actions }) => {
    const ways = Object.values(Object.groupBy(actions, ({ on }) => on));
    return ways.reduce((most, next) => (next.length > most.length ? next : most), []);
  };

  const ask = (scene, tries) => {
    const picker = new Picker([...scene.actions, ...(scene.ways ?? [])], (id) => board.has(id));
    board.mark(marksOf(picker, true));
    const tried = tries && scene.trials ? dearest(scene) : [];
    if (tried.length) picker.aimed = tried[0];
    const answers = { act() {}, aim() {}, pick() {}, turn() {}, next() {}, mean() {} };
    const to = { ...answers, isRow: (id) => board.isRow(id), sure: false, fits: true, tried };
    const choices = choicesOf(picker, (id) => board.spot(id)?.item, to);
    const tool = ([key, icon, words]) => ({ key, icon, words, act() {} });
    const more = innerWidth < 640 ? [] : [["words", "ui-more", say("In words")]]; // in the menu of a phone
    const tools = [
      ["restart", "ui-first", say("Restart the turn")],
      ["undo", "ui-undo", say("Undo")],
      ["hint", "ui-hint", say("Hint")],
      ...more,
    ].map(tool);
    const ask = `Your turn: ${scene.question ?? scene.ask}`;
    const seat = typeof scene.actor === "number" ? scene.actor : null;
    dock.show({ ask, so: scene.so, seat, name: "A", held: scene.symbol, mine: true, choices, tools });
  };

  /** Where everything that one acts on is, and on a desk what others have: the shelf takes no room from either. */
  const places = () =>
    [...document.querySelectorAll(`.table :is([data-id], .area${innerWidth < 1100 ? "" : ", .summary"}), .dock`)]
      .filter((made) => made.matches(".summary") || !made.closest("[data-cell=others]"))
      .map((made) => [
        made.dataset.id ?? made.dataset.area ?? made.className,
        JSON.stringify(made.getBoundingClientRect()),
      ]);

  const checkSteady = (where, change) => {
    shelf.put("");
    board.settle();
    const before = places();
    change();
    const after = places();
    before.forEach(([name, box], k) => {
      if (after[k][1] !== box) faults.add(`${where}: ${name} moves as the shelf opens`);
    });
  };

  const tell = (scene, { names, turns }) => {
    Object.assign(page, { scene, table: { seats: names.map((name) => ({ name })), waiting: [] } });
    shelf.turns = turns;
    if (turns.length) shelf.showSince();
    else shelf.put("");
  };

  /** As they play: whose turn it is, what they do, who comes next. */
  const watch = ({ turns }) => {
    const rows = turns.map((told) => ({ kind: "play", say: "", told, ...told }));
    Object.assign(page, { log: { rows }, following: { rows: { queue: rows.slice(1) }, isOwn: () => false } });
    shelf.watch(rows[0]);
  };

  const SPARED = ".vh, .log, [hidden], select, .story, .badge, .traces, .ch";
  const NAMES = ".s-head > .name, .did .name"; // people's names may end in an ellipsis
  const boxesOf = (node, owner) => {
    if (owner.matches(NAMES) || owner instanceof SVGElement) return [owner.getBoundingClientRect()];
    const range = document.createRange();
    range.selectNodeContents(node);
    const lowest = owner.closest(".did")?.getBoundingClientRect().bottom ?? Infinity; // which is scrolled
    return [...range.getClientRects()].filter(({ bottom }) => bottom <= lowest + 2);
  };
  const sizeOf = (owner) => {
    const size = parseFloat(getComputedStyle(owner).fontSize);
    return owner instanceof SVGGraphicsElement ? size * (owner.getScreenCTM()?.a ?? 1) : size;
  };
  const texts = () => {
    const found = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const owner = walker.currentNode.parentElement;
      const words = walker.currentNode.data.trim();
      const isHeard = [owner, owner.parentElement].some((at) => getComputedStyle(at).clipPath !== "none"); // for ears
      if (!words || isHeard || owner.closest(SPARED) || !owner.checkVisibility({ visibilityProperty: true })) continue;
      for (const box of boxesOf(walker.currentNode, owner))
        if (box.width > 1 && box.height > 1) found.push({ words, owner, box });
    }
    return found;
  };
  const clipper = (made) => {
    for (let at = made.parentElement; at && at !== main; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== "visible" && !(at instanceof SVGElement)) return at;
    return null;
  };
  const covers = (one, other, wide = 2, high = 4) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > wide &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > high;

  const SECTION = 80; // units of a plane
  const leastOf = ({ groups }) => {
    const plane = groups.find(({ form }) => form === "plane");
    const shapes = (plane?.places ?? []).filter(({ shape }) => shape !== "bare");
    const wide = Math.max(...shapes.map(({ x, w }) => x + w)) - Math.min(...shapes.map(({ x }) => x));
    const high = Math.max(...shapes.map(({ y, h }) => y + h)) - Math.min(...shapes.map(({ y }) => y));
    if (!plane || wide > 7 * SECTION || high > 8 * SECTION) return Infinity;
    return SECTION * (board.views.get(plane.id).picture.getScreenCTM()?.a ?? 0);
  };

  const checkDock = (tell, height) => {
    const { element, says, tools } = dock;
    if (height > innerHeight * 0.3 + 1) tell(`a dock of ${height} px`);
    if (element.scrollHeight > element.clientHeight + 1) tell("a dock that scrolls");
    if (tools.clientHeight > 48) tell("tools in two rows");
    const bottom = says.getBoundingClientRect().bottom;
    for (const made of says.querySelectorAll(".ends, .main"))
      if (made.getBoundingClientRect().bottom > bottom + 1) tell(`${made.dataset.key} is below the fold`);
  };

  const check = (where, scene) => {
    const tell = (what) => faults.add(`${where}: ${what}`);
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth) tell(`scrolls sideways, ${page.scrollWidth} px`);
    const isDesk = innerWidth >= 1100;
    if (isDesk && page.scrollHeight > innerHeight) tell(`a desk of ${page.scrollHeight} px`);
    if (isDesk && shelf.element.hidden && leastOf(scene) < 56) tell(`sections of ${leastOf(scene).toFixed(1)} px`);
    const { top, height } = dock.element.getBoundingClientRect();
    if (innerWidth < 640) checkDock(tell, height);
    const found = texts();
    count += found.length;
    found.forEach(({ words, owner, box }, k) => {
      const size = sizeOf(owner);
      if (size < 10.99) tell(`"${words}" has ${size.toFixed(1)} px`);
      if (box.left < -1 || box.right > innerWidth + 1) tell(`"${words}" sticks out of the window`);
      const frame = clipper(owner)?.getBoundingClientRect();
      if (frame && (box.left < frame.left - 1 || box.right > frame.right + 1)) tell(`"${words}" is cut`);
      const panel = owner.closest(".area, .summary, .dock .btn, .piece.card, .did button")?.getBoundingClientRect();
      if (panel && (box.right > panel.right + 1 || box.left < panel.left - 1 || box.bottom > panel.bottom + 2))
        tell(`"${words}" sticks out of its frame`);
      const isDocked = dock.element.contains(owner);
      for (const other of found.slice(k + 1))
        if (isDocked === dock.element.contains(other.owner) && covers(box, other.box))
          tell(`"${words}" lies over "${other.words}"`);
    });
    for (const made of document.querySelectorAll(".table [role=button].is-legal, .tray [role=button], .dock .btn")) {
      const box = made.getBoundingClientRect();
      const name = made.dataset.id ?? made.dataset.key;
      if (!box.width || box.left < -1 || box.right > innerWidth + 1) tell(`${name} is out of reach`);
      else if (isDesk && !dock.element.contains(made) && box.bottom > top + 2) tell(`${name} lies behind the dock`);
      else if (isDesk && box.top < 0) tell(`${name} lies above the window`);
    }
  };

  for (const [k, { where, scene, since }] of scenes.entries()) {
    board.show(scene, false);
    ask(scene, k % 2 > 0);
    checkSteady(where, () => tell(scene, since));
    check(where, scene);
    if (k % 3 || !since.turns.length) continue;
    watch(since);
    check(`${where}, as others play`, scene);
  }
  shelf.close();
  board.close();
  return { count, faults: [...faults].slice(0, 40) };
};
