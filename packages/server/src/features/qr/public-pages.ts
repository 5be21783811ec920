/** Text that may stand in HTML. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const style = `:root{color-scheme:light dark}body{margin:0;font:17px/1.5 system-ui,sans-serif;display:grid;
min-height:100vh;place-items:center;background:#f4f6f8;color:#1a2433}main{max-width:34rem;padding:2rem 1.5rem;
margin:1rem;background:#fff;border-radius:12px;box-shadow:0 2px 12px #0002}h1{margin:0 0 .75rem;font-size:1.6rem;
line-height:1.25}p{margin:.5rem 0}.note{color:#56606e;font-size:.9rem}
@media(prefers-color-scheme:dark){body{background:#12161c;color:#e8ecf1}main{background:#1c222b}.note{color:#a4afbd}}`

/** Shown to people without sign-in; `nonce` lets its style through. */
export function publicPage(nonce: string, title: string, paragraphs: readonly string[], note = ''): string {
  const body = paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('')
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escaped(title)}</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>${escaped(title)}</h1>${body}${note === '' ? '' : `<p class="note">${escaped(note)}</p>`}</main></body></html>`
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
