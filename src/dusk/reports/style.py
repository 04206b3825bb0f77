"""How the page of an explanation looks, in light and in dark."""

STYLE = """
:root { color-scheme: light dark; --ground: #f6f8fa; --paper: #ffffff; --ink: #1b1f24; --faint: #57606a;
 --line: #d0d7de;
 --link: #0550ae; --new: #dafbe1; --gone: #ffebe9; --changed: #fff8c5; --memory: #bc4c00; --arithmetic: #0969da;
 --c0: #b6d4f0; --c1: #f5d0a9; --c2: #bfe3c0; --c3: #f2bcc1; --c4: #d6c7ee; --c5: #e4cfb4; --c6: #f3c6e2;
 --c7: #cfd3d8; }
@media (prefers-color-scheme: dark) { :root { --ground: #0d1117; --paper: #161b22; --ink: #e6edf3; --faint: #9da7b3;
 --line: #30363d; --link: #79c0ff; --new: #12361f; --gone: #4a1d20; --changed: #3d3312; --memory: #f0883e;
 --arithmetic: #58a6ff; --c0: #1f4a73; --c1: #6b4519; --c2: #24542b; --c3: #6b2831; --c4: #463468; --c5: #54432c;
 --c6: #63284f; --c7: #40464d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
 font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header, main { max-width: 1200px; margin: 0 auto; padding: 0 20px; }
h1 { font-size: 24px; margin: 24px 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 19px; margin: 0 0 10px; overflow-wrap: anywhere; }
h3 { font-size: 15px; margin: 14px 0 4px; } ol { margin: 4px 0; padding-left: 24px; }
a { color: var(--link); }
.skip { position: absolute; left: -9999px; } .skip:focus { left: 12px; top: 8px; background: var(--paper);
 padding: 6px; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 18px; list-style: none; margin: 0; padding: 0; }
section { background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: 16px 20px;
 margin: 18px 0; }
details { border: 1px solid var(--line); border-radius: 6px; margin: 8px 0; padding: 0 12px; }
details[open] { padding-bottom: 10px; }
summary { cursor: pointer; padding: 7px 0; font-weight: 600; overflow-wrap: anywhere; }
summary .faint { font-weight: 400; margin-left: 8px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.faint, .idle { color: var(--faint); } .idle { margin: 4px 13px; }
pre, code, td { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 12.5px; }
pre { background: var(--ground); border-radius: 6px; padding: 10px 12px; margin: 8px 0; overflow: auto;
 max-height: 460px; }
code { white-space: pre-wrap; overflow-wrap: anywhere; }
.wide { overflow: auto; margin: 8px 0; max-height: 78vh; }
table { border-collapse: collapse; min-width: 100%; }
th { text-align: left; font-size: 13px; color: var(--faint); font-weight: 600; }
th, td { padding: 4px 14px 4px 0; vertical-align: top; border-bottom: 1px solid var(--line); white-space: nowrap; }
td { max-width: 460px; white-space: normal; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.sides { table-layout: auto; } .sides td { border: 0; padding: 1px 6px; white-space: pre-wrap;
 overflow-wrap: anywhere; }
.sides td:nth-child(odd) { width: 18px; color: var(--faint); } .sides td:nth-child(even) { width: 50%; }
.sides .changed td { background: var(--changed); }
.sides .gone td:nth-child(-n+2) { background: var(--gone); } .sides .new td:nth-child(n+3) { background: var(--new); }
.sides .left-out td { color: var(--faint); padding: 3px 24px; font-style: italic; }
.figure { font: 11px ui-monospace, Menlo, Consolas, monospace; } .figure text { fill: var(--faint); }
.figure .name { fill: var(--ink); } .figure .grid { stroke: var(--line); stroke-width: 0.7; }
.figure .roof { stroke: var(--ink); stroke-width: 1.6; }
.figure .memory { fill: var(--memory); } .figure .arithmetic { fill: var(--arithmetic); }
.figure .held { stroke: var(--paper); } .figure .scratch { fill: none; stroke: var(--faint); stroke-dasharray: 3 3; }
.c0 { fill: var(--c0); } .c1 { fill: var(--c1); } .c2 { fill: var(--c2); } .c3 { fill: var(--c3); }
.c4 { fill: var(--c4); } .c5 { fill: var(--c5); } .c6 { fill: var(--c6); } .c7 { fill: var(--c7); }
@media print { body { background: #fff; } section, details { break-inside: avoid-page; } }
"""
