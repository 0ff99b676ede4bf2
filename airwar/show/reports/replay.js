"use strict";
(function () {
  var battle = JSON.parse(document.getElementById("battle").textContent);
  var steps = battle.steps, at = steps.length - 1;
  var panel = document.getElementById("replay"), slider = panel.querySelector("input");
  var box = panel.querySelector(".position div");

  function make(tag, text, kind) {
    var made = document.createElement(tag);
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  }

  function showPosition(position) {
    box.textContent = "";
    position.forEach(function (side) {
      box.appendChild(make("b", side[0], "s" + battle.colors[side[0]]));
      var list = box.appendChild(document.createElement("ul"));
      list.className = "places";
      side[1].forEach(function (place) { list.appendChild(make("li", place[0] + ": " + place[1])); });
    });
  }

  function showMap(board) {
    document.querySelectorAll(".map .site[data-place]").forEach(function (site) {
      var holder = board[site.dataset.place][0];
      site.firstChild.setAttribute("class", holder < 0 ? "none" : "s" + holder);
    });
    document.querySelectorAll(".map .counts").forEach(function (label) {
      label.textContent = "";
      [["count s", ""], ["fall s", "\u2212"]].forEach(function (kind, number) {
        board[label.dataset.place][number + 1].forEach(function (one) {
          var span = document.createElementNS("http://www.w3.org/2000/svg", "tspan");
          span.setAttribute("class", kind[0] + one[0]);
          span.textContent = kind[1] + one[1] + " ";
          label.appendChild(span);
        });
      });
    });
    document.querySelectorAll(".map .flight").forEach(function (flight) {
      flight.classList.toggle("later", +flight.dataset.seq >= steps[at][0]);
    });
  }

  function showCurve() {
    var now = document.querySelector(".curve .now"), found = null;
    document.querySelectorAll(".curve .hit").forEach(function (hit) { if (!found || +hit.dataset.seq <= steps[at][0]) found = hit; });
    if (!now || !found) return;
    var x = +found.getAttribute("x") + found.getAttribute("width") / 2;
    now.setAttribute("x1", x);
    now.setAttribute("x2", x);
    now.classList.add("seen");
  }

  function show(number) {
    at = Math.max(0, Math.min(steps.length - 1, number));
    var step = steps[at], link = panel.querySelector(".number");
    slider.value = at;
    link.textContent = step[0];
    link.href = "#" + step[0];
    panel.querySelector(".told").textContent = step[1];
    showPosition(battle.positions[step[2]]);
    showMap(battle.maps[step[3]]);
    showCurve();
  }

  function goTo(seq) {
    var last = 0;
    steps.forEach(function (step, number) { if (step[0] <= seq) last = number; });
    show(last);
  }

  var moves = {
    first: function () { show(0); },
    back: function () { show(at - 1); },
    on: function () { show(at + 1); },
    last: function () { show(steps.length - 1); }
  };
  var keys = { Home: "first", ArrowLeft: "back", p: "back", ArrowRight: "on", n: "on", End: "last" };

  panel.querySelectorAll("button").forEach(function (button) { button.addEventListener("click", moves[button.dataset.go]); });
  slider.max = steps.length - 1;
  slider.addEventListener("input", function () { show(+slider.value); });
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === slider || !keys[event.key]) return;
    moves[keys[event.key]]();
    event.preventDefault();
  });
  document.querySelectorAll(".curve .hit").forEach(function (hit) {
    hit.addEventListener("click", function () { follow("#" + hit.dataset.seq); });
  });
  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest("a[href^='#']");
    if (!link || link.closest(".protocol")) return;
    event.preventDefault();
    follow(link.getAttribute("href"));
  });

  function follow(address) {
    history.replaceState(null, "", address);
    fromAddress();
    panel.scrollIntoView({ block: "center" });
  }

  function fromAddress() {
    if (/^#\d+$/.test(location.hash)) goTo(+location.hash.slice(1));
  }

  function everyStep() {
    var told = steps.map(function (step, number) {
      show(number);
      var lines = [];
      box.querySelectorAll("b, li").forEach(function (line) { lines.push(line.textContent); });
      return { seq: +panel.querySelector(".number").textContent, lines: lines };
    });
    var result = document.body.appendChild(document.createElement("pre"));
    result.id = "every-step";
    result.textContent = JSON.stringify(told);
  }

  panel.hidden = false;
  show(at);
  window.addEventListener("hashchange", fromAddress);
  fromAddress();
  if (/^#\d+$/.test(location.hash)) window.addEventListener("load", function () {
    // the browser has opened the protocol at this record; who follows a link wants to see the moment
    setTimeout(function () {
      document.querySelector(".protocol").open = false;
      panel.scrollIntoView({ block: "center" });
    }, 0);
  });
  if (location.hash === "#every-step") everyStep();
})();
