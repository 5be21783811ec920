/** Text that may stand in HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

// The colours are those of the product.
const style = `:root{color-scheme:light dark;--page:#f6f7f3;--card:#fff;--line:#e3e6dd;--field:#7d8475;--ink:#1b1f16;--ink-2:#5a6152;
--green:#82bf00;--green-over:#75ab00;--green-ink:#466b00;--red:#c62f1d}
@media(prefers-color-scheme:dark){:root{--page:#161912;--card:#1f241a;--line:#3a4131;--field:#8b937f;--ink:#eef0ea;--ink-2:#b4bbaa;
--green-over:#93cf1a;--green-ink:#a9d94a;--red:#ff8f80}}
body{margin:0;font:17px/1.5 system-ui,sans-serif;display:grid;min-height:100vh;place-items:center;background:var(--page);
color:var(--ink)}main{max-width:34rem;padding:2rem 1.5rem;margin:1rem;background:var(--card);border:1px solid var(--line);
border-radius:10px}h1{margin:0 0 .75rem;font-size:1.6rem;line-height:1.25}p{margin:.5rem 0}.note,footer{color:var(--ink-2);font-size:.9rem}
footer{margin-top:1.25rem;padding-top:.75rem;border-top:1px solid var(--line)}footer p{margin:.15rem 0;overflow-wrap:anywhere}
a{color:var(--green-ink)}a:focus-visible{outline:3px solid var(--green-ink);outline-offset:2px}
ul.offers{list-style:none;margin:1rem 0 0;padding:0;display:grid;gap:.75rem}ul.offers li{padding:.75rem 1rem;border:1px solid var(--line);
border-radius:8px}ul.offers p{margin:.25rem 0 0}form{display:grid;gap:.9rem;margin-top:1.25rem}form>div{display:grid;gap:.25rem}label{font-weight:600}
input[type=text],input[type=tel]{font:inherit;padding:.6rem .75rem;border:1px solid var(--field);border-radius:8px;
background:var(--card);color:inherit;width:100%;box-sizing:border-box}::placeholder{color:var(--ink-2);opacity:1}
input:focus-visible,button:focus-visible{outline:3px solid var(--green-ink);outline-offset:2px}
input[aria-invalid=true]{border-color:var(--red)}.error{color:var(--red);margin:0;font-size:.95rem}.trap{position:absolute;left:-9999px}
.agree{display:flex;gap:.6rem;align-items:flex-start;font-weight:400}.agree input{width:1.3rem;height:1.3rem;margin:.15rem 0 0;
flex:none;accent-color:var(--green-ink)}button{font:inherit;font-weight:600;padding:.75rem 1.25rem;border:0;border-radius:8px;
background:var(--green);color:#16200a;cursor:pointer}button:hover{background:var(--green-over)}`

/** What a public page says. */
export interface PublicPage {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly note?: string
  /** HTML under the paragraphs, whose texts are escaped already: what is offered, and the form. */
  readonly offers?: string
  readonly form?: string
  /** HTML at the end, which says whose page it is. */
  readonly foot?: string
}

/** Shown to people without sign-in; `nonce` lets its style through. */
export function publicPage(
  nonce: string,
  { title, paragraphs, note = '', offers = '', form = '', foot = '' }: PublicPage,
): string {
  const body = paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('')
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escaped(title)}</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>${escaped(title)}</h1>${body}${offers}${form}${note === '' ? '' : `<p class="note">${escaped(note)}</p>`}${foot}</main></body></html>`
}

/** What a link that leads nowhere says, by the reason. */
export const refusals = {
  unknown: {
    status: 404,
    title: 'Ссылка не найдена',
    text: 'Проверьте, полностью ли виден QR-код, и наведите камеру ещё раз. Если не помогло, обратитесь туда, где вы его увидели.',
  },
  ended: {
    status: 410,
    title: 'Предложение завершено',
    text: 'Этот QR-код больше не действует. Актуальные условия подскажет ваш специалист или отделение банка.',
  },
  tooMany: {
    status: 429,
    title: 'Слишком много обращений',
    text: 'Подождите минуту и наведите камеру ещё раз.',
  },
  tooLong: {
    status: 413,
    title: 'Заявка не принята',
    text: 'В одном из полей слишком длинный текст. Вернитесь назад и сократите его.',
  },
  unread: {
    status: 400,
    title: 'Заявка не принята',
    text: 'Её не удалось прочитать. Наведите камеру ещё раз и заполните страницу, которая откроется.',
  },
  broken: {
    status: 503,
    title: 'Сейчас не получилось',
    text: 'Заявка не передана. Подождите минуту и попробуйте ещё раз.',
  },
} as const
