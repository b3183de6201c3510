/* What the page does beside textual-serve's own script: fingers, on-screen keyboards, links. */

const KEYS = {esc: "\x1b", tab: "\t", "←": "\x1b[D", "↑": "\x1b[A", "↓": "\x1b[B", "→": "\x1b[C", "^j": "\n", "^p": "\x10"};
// Those that no on-screen keyboard has: the commands behind ^p are all others.
const OF_A_KEYBOARD = {1: "1", 2: "2", 3: "3", 4: "4", enter: "\r"};
// What a card takes that needs no other: rows of the terminal are low, and lie on each other.
const touched = matchMedia("(pointer: coarse)").matches;
const SMALLEST = 8, LARGEST = 32; // of the letters, in pixels
const LONGEST_SETTING = 200; // bytes of what sets the terminal up; what is longer paints
const terminal = document.querySelector("#terminal");
const keys = document.querySelector(".keys");
let socket;
let asked = false;
let heard = true; // from the app, since it was last tapped on

// A tunnel may end at another port, and the page stand behind a proxy that speaks https.
terminal.dataset.sessionWebsocketUrl = new URL("ws", location).href.replace("http", "ws");

// A page that is loaded anew goes on with its app; a copy of its tab gets one of its own.
const page = sessionStorage.page ?? crypto.randomUUID();
const remember = () => (sessionStorage.page = page);
delete sessionStorage.page;
addEventListener("pagehide", remember);
addEventListener("visibilitychange", () => {
  if (document.hidden) remember(); // a tablet may drop it without a further word
  else delete sessionStorage.page;
});

if (touched) {
  document.body.classList.add("-touched");
  // Twenty rows above a keyboard on a tablet held across, and sixty columns on a telephone.
  const least = Math.min(screen.width, screen.height);
  terminal.dataset.fontSize = Math.min(16, Math.max(10, Math.floor(least / 60)));
}
terminal.dataset.fontSize = localStorage.quizFontSize ?? terminal.dataset.fontSize;

// textual-serve keeps its terminal to itself, whose options are defined one by one.
let options;
const define = Object.defineProperty;
Object.defineProperty = (of, name, how) => {
  if (name === "fontSize") options = of;
  return define(of, name, how);
};

function size(letters) {
  const whole = Math.round(Math.min(LARGEST, Math.max(SMALLEST, letters)));
  if (whole === Number(terminal.dataset.fontSize)) return;
  options.fontSize = terminal.dataset.fontSize = localStorage.quizFontSize = whole;
  window.onresize();
}

function colour(kind, colours) {
  if (kind === "colours")
    for (const [name, value] of Object.entries(colours))
      document.documentElement.style.setProperty(`--${name}`, value);
}

window.WebSocket = class extends WebSocket {
  constructor(address) {
    super(`${address}&page=${page}&light=${matchMedia("(prefers-color-scheme: light)").matches}`);
    socket = this;
    // An app is without the focus from when it starts: it is told once it draws.
    const drawn = ({data}) => {
      if (data.byteLength > LONGEST_SETTING) {
        document.body.classList.add("-drawn");
        this.send('["focus"]');
        this.removeEventListener("message", drawn);
      }
    };
    this.addEventListener("message", drawn);
    this.addEventListener("message", ({data}) => {
      if (typeof data === "string") colour(...JSON.parse(data));
      asked = false;
      heard = shown = true;
      document.body.classList.remove("-silent");
    });
    this.addEventListener("close", ({wasClean}) => {
      if (!wasClean) lose();
      // Once textual-serve has heard of it, too, there is but the button to open the app again.
      setTimeout(() => document.querySelector(".closed button").focus());
    });
  }
  send(message) {
    // A keyboard that is put away takes the focus of the page, but not of the app.
    if (this.readyState === 1 && !(touched && message === '["blur"]')) super.send(message);
  }
};

/* The app waits for a page whose link has broken, as while it was frozen or out of reach: that goes
   on as soon as it can. Where none of it was ever heard, there may be nothing to go on with. */
function lose() {
  const told = document.querySelector(".closed div");
  told.textContent = told.dataset.lost;
  if (!document.body.classList.contains("-drawn")) return;
  const goOn = () => {
    if (!document.hidden) fetch("").then(({ok}) => ok && location.reload(), () => {});
  };
  addEventListener("online", goOn);
  addEventListener("visibilitychange", goOn);
  goOn();
}

// A link may die unclosed, under a lid or out of reach: what is asked and stays unanswered tells.
setInterval(() => {
  if (asked) document.body.classList.add("-silent");
  else if (socket?.readyState === 1) {
    asked = true;
    socket.send('["ping", ""]');
  }
}, 4000);

const open = window.open;
const offer = document.querySelector(".offer");
window.open = (link, ...how) => {
  const tab = open.call(window, link, ...how);
  if (tab) {
    if (link) tab.opener = null;
  } else if (link) {
    // A browser that lets no page open another by itself: let a tap do it.
    const anchor = offer.appendChild(document.createElement("a"));
    Object.assign(anchor, {href: link, textContent: link, target: "_blank", rel: "noreferrer"});
  }
  return tab;
};
addEventListener("click", () => setTimeout(() => offer.replaceChildren()));

// A browser may let a page copy in the moment of a key or a tap alone, which the app's answer misses.
const write = navigator.clipboard?.writeText.bind(navigator.clipboard);
if (write)
  navigator.clipboard.writeText = (text) => write(text).catch(() => {
    const copy = offer.appendChild(document.createElement("button"));
    Object.assign(copy, {type: "button", textContent: offer.dataset.copy, onclick: () => write(text)});
  });

/* A tap again at the same place, before the first has brought anything, is meant for what stood
   there: on a slow link it would act on what nobody has seen yet. */
const SAME_PLACE = 24, AGAIN = 3000; // pixels and milliseconds
let tapped;
if (touched) for (const kind of ["mousemove", "mousedown"])
  addEventListener(kind, (event) => {
    if (!event.isTrusted || !terminal.contains(event.target)) return;
    const {clientX: x, clientY: y, timeStamp: at} = event;
    const near = tapped && Math.hypot(x - tapped.x, y - tapped.y) < SAME_PLACE;
    if (near && !heard && at - tapped.at < AGAIN) {
      event.preventDefault(); // else the focus would leave the terminal
      event.stopImmediatePropagation();
    } else if (kind === "mousedown") [tapped, heard] = [{x, y, at}, false];
  }, true);

/* Nor is Enter sent again, right behind another, before that has brought anything. */
let entered, shown = true;
function isMeant(isEnter, at) {
  if (isEnter && entered && !shown && at - entered < AGAIN) return false;
  entered = isEnter ? at : 0;
  if (entered) shown = false;
  return true;
}
addEventListener("keydown", (event) => {
  if (isMeant(event.key === "Enter" && !event.isComposing, event.timeStamp)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/* A finger scrolls as a wheel does; where it first rests, it drags as a mouse does. Two fingers
   that part make the letters larger. */
function follow(surface) {
  let last, resting, drags, pinch;
  const apart = ([one, other]) =>
    Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  const place = ({clientX, clientY}) => ({clientX, clientY, bubbles: true, cancelable: true});
  const corner = () => {
    const {left: clientX, top: clientY} = surface.getBoundingClientRect();
    return place({clientX, clientY});
  };
  const mouse = (kind, buttons) =>
    surface.dispatchEvent(new MouseEvent(kind, {...last, buttons}));
  surface.addEventListener("touchstart", (event) => {
    clearTimeout(resting);
    if (drags) mouse("mouseup", 0);
    drags = false;
    pinch = event.touches.length > 1 && terminal.dataset.fontSize / apart(event.touches);
    if (pinch) return;
    last = place(event.touches[0]);
    resting = setTimeout(() => {
      drags = true;
      mouse("mousemove", 0);
      mouse("mousedown", 1);
    }, 400);
  }, {passive: true});
  surface.addEventListener("touchmove", (event) => {
    event.preventDefault();
    if (pinch) {
      if (event.touches.length > 1) size(pinch * apart(event.touches));
      return;
    }
    const step = 2.6 * terminal.dataset.fontSize; // the two rows that a turn of the wheel scrolls
    const now = place(event.touches[0]);
    const far = last.clientY - now.clientY;
    if (drags) {
      last = now;
      mouse("mousemove", 1);
    } else if (Math.abs(far) >= step) {
      clearTimeout(resting);
      for (let turn = 1; turn <= Math.abs(far) / step; turn++)
        surface.dispatchEvent(
          new WheelEvent("wheel", {...now, deltaMode: 1, deltaY: Math.sign(far)}));
      last.clientY -= Math.trunc(far / step) * step;
    }
  }, {passive: false});
  const end = (event) => {
    clearTimeout(resting);
    if (event.type === "touchcancel") last = corner();
    else if (drags || pinch) event.preventDefault(); // else it would be a click as well
    if (drags) mouse("mouseup", 0);
    drags = false;
  };
  surface.addEventListener("touchend", end, {passive: false});
  surface.addEventListener("touchcancel", end); // by the system, as for a palm: lets go elsewhere
}

function tell(typed) {
  socket.send(JSON.stringify(["stdin", typed]));
}

function button(name, act) {
  const made = keys.appendChild(document.createElement("button"));
  Object.assign(made, {type: "button", textContent: name, onclick: act});
  return made;
}

/* Whether a tap brings the on-screen keyboard, as it was asked for last. */
function heedKeyboard(field) {
  field.inputMode = localStorage.quizKeyboard ?? "none";
  keyboard.ariaPressed = field.inputMode === "text";
}

const keyboard = button("⌨", () => {
  const field = terminal.querySelector("textarea");
  localStorage.quizKeyboard = field.inputMode === "none" ? "text" : "none";
  heedKeyboard(field);
  field.blur();
  field.focus();
});
keyboard.ariaLabel = terminal.dataset.keyboard;
for (const [name, sent] of [...Object.entries(KEYS), ...Object.entries(OF_A_KEYBOARD)])
  button(name, ({timeStamp}) => {
    if (isMeant(sent === "\r", timeStamp)) tell(sent);
  }).classList.toggle("-of-a-keyboard", name in OF_A_KEYBOARD);
keys.addEventListener("mousedown", (event) => event.preventDefault()); // it keeps the focus

/* Many keyboards on Android delete from the field, which the terminal empties at each enter: where
   nothing is left to be deleted, nothing would be told of it. */
function keepDeletable(field) {
  let composing = false;
  const fill = () => {
    if (!composing && !field.value) field.value = " ";
  };
  field.addEventListener("compositionstart", () => (composing = true));
  field.addEventListener("compositionend", () => (composing = false));
  for (const kind of ["focus", "keydown", "input", "compositionend"])
    // Once the terminal has read the field, which lets nobody below hear of its keys.
    field.addEventListener(kind, () => setTimeout(fill), true);
}

/* A word that is still being composed is sent before what a tap or a click asks for: the terminal
   would send it afterwards, or what stood in its place a moment ago, or lose it with the focus.
   It takes each word for one that is added, too, while a keyboard may change one that was sent. */
const COMPOSES = [16, 17, 18, 20, 229]; // of a keyboard's own, and the keys that alter others
function finishWords(field) {
  let before; // in the field, when a word was begun that the terminal has not got yet
  let sending = false, settling;
  // Tell what has become of that, up to where the terminal goes on, or all of it.
  const finish = (end) => {
    clearTimeout(settling);
    sending = false;
    if (before === undefined) return;
    const was = [...before], is = [...field.value];
    const other = was.findIndex((letter, at) => letter !== is[at]);
    const dropped = other < 0 ? [] : was.slice(other);
    const text = field.value.slice(before.length - dropped.join("").length, end);
    before = undefined;
    if (dropped.length || text) tell("\x7f".repeat(dropped.length) + text);
  };
  field.addEventListener("compositionstart", () => {
    finish(before?.length);
    before = field.value;
  });
  field.addEventListener("compositionend", () => {
    sending = true;
    settling = setTimeout(() => finish(before?.length));
  }, true);
  // The terminal sends what comes in the same moment with the word; and before it, once more.
  addEventListener("input", (event) => {
    if (sending && event.inputType === "insertText") event.stopImmediatePropagation();
  }, true);
  // Lines that are inserted at once, as a keyboard's clipboard does, are no keys.
  addEventListener("beforeinput", (event) => {
    if (event.inputType !== "insertText" || !/.\n|\n./.test(event.data)) return;
    event.preventDefault();
    finish();
    field.value = touched ? " " : "";
    tell(`\x1b[200~${event.data.replace(/\r?\n/g, "\r")}\x1b[201~`);
  }, true);
  addEventListener("keydown", ({keyCode}) => {
    if (!COMPOSES.includes(keyCode)) finish(before?.length); // the rest the terminal then sends
  }, true);
  addEventListener("pointerdown", () => {
    if (before === undefined) return;
    finish();
    field.blur(); // and the keyboard has done with it
    field.value = "";
    // At any key the terminal has done with it, too; while one is down it hears of no text.
    for (const kind of ["keydown", "keyup"]) field.dispatchEvent(new KeyboardEvent(kind));
    field.focus();
  }, true);
}

// What was copied elsewhere is for the browser to paste: the terminal would send the key.
addEventListener("keydown", (event) => {
  if (event.ctrlKey && !event.shiftKey && event.key === "v") event.stopPropagation();
}, true);

addEventListener("load", () => {
  const field = terminal.querySelector("textarea");
  field.autocomplete = "off"; // else a keyboard on Android corrects code into words
  if (touched) {
    heedKeyboard(field);
    keepDeletable(field);
  }
  finishWords(field);
  field.focus();
  follow(terminal.querySelector(".xterm-screen"));
  new ResizeObserver(() => window.onresize()).observe(terminal);
  // What an on-screen keyboard leaves of the page; a page looked at closely is as large as ever.
  const shrink = () => {
    document.body.style.height = `${visualViewport.height * visualViewport.scale}px`;
    scrollTo(0, 0);
  };
  visualViewport.addEventListener("resize", shrink);
});
