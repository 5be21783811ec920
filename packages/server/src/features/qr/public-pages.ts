/** Text that may stand in HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const style = `:root{color-scheme:light dark}body{margin:0;font:17px/1.5 system-ui,sans-serif;display:grid;
min-height:100vh;place-items:center;background:#f4f6f8;color:#1a2433}main{max-width:34rem;padding:2rem 1.5rem;
margin:1rem;background:#fff;border-radius:12px;box-shadow:0 2px 12px #0002}h1{margin:0 0 .75rem;font-size:1.6rem;
line-height:1.25}p{margin:.5rem 0}.note{color:#56606e;font-size:.9rem}
form{display:grid;gap:.9rem;margin-top:1.25rem}form>div{display:grid;gap:.25rem}label{font-weight:600}
input[type=text],input[type=tel]{font:inherit;padding:.6rem .75rem;border:1px solid #7a8594;border-radius:8px;background:#fff;
color:inherit;width:100%;box-sizing:border-box}input:focus-visible,button:focus-visible{outline:3px solid #1f7a4d;outline-offset:2px}
input[aria-invalid=true]{border-color:#b3261e}.error{color:#b3261e;margin:0;font-size:.95rem}.trap{position:absolute;left:-9999px}
.agree{display:flex;gap:.6rem;align-items:flex-start;font-weight:400}.agree input{width:1.3rem;height:1.3rem;margin:.15rem 0 0;
flex:none}button{font:inherit;font-weight:600;padding:.75rem 1.25rem;border:0;border-radius:8px;background:#1f7a4d;color:#fff;
cursor:pointer}button:hover{background:#186340}
@media(prefers-color-scheme:dark){body{background:#12161c;color:#e8ecf1}main{background:#1c222b}.note{color:#a4afbd}
input[type=text],input[type=tel]{background:#12161c;border-color:#8592a3}.error{color:#ff9d94}input[aria-invalid=true]{border-color:#ff9d94}}`

/** What a public page says. */
export interface PublicPage {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly note?: string
  /** HTML under the paragraphs, whose texts are escaped already. */
  readonly form?: string
}

/** Shown to people without sign-in; `nonce` lets its style through. */
export function publicPage(nonce: string, { title, paragraphs, note = '', form = '' }: PublicPage): string {
  const body = paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('')
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escaped(title)}</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>${escaped(title)}</h1>${body}${form}${note === '' ? '' : `<p class="note">${escaped(note)}</p>`}</main></body></html>`
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
} as const
