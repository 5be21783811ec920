import { trimEndOf } from '../trim-ends.ts'

/** Domains that people's addresses end with most often, the commonest first. */
export const mailDomains = [
  'mail.ru',
  'yandex.ru',
  'gmail.com',
  'bk.ru',
  'inbox.ru',
  'list.ru',
  'ya.ru',
  'rambler.ru',
  'internet.ru',
  'icloud.com',
  'outlook.com',
  'hotmail.com',
  'yahoo.com',
  'xmail.ru',
  'vk.com',
  'lenta.ru',
  'autorambler.ru',
  'ro.ru',
  'myrambler.ru',
  'mail.com',
  'proton.me',
  'live.ru',
  'live.com',
  'me.com',
  'yandex.com',
  'narod.ru',
  'ngs.ru',
  'e1.ru',
  'tut.by',
  'mail.ee',
  'ukr.net',
  'i.ua',
] as const

/** Part before the @ and what is typed of the domain; null while there is no part before it. */
export function emailParts(text: string): { local: string; domain: string | null } | null {
  const [, local, domain] = /^\s*([^@\s]{1,64})(?:@([^@\s]*))?\s*$/.exec(text) ?? []
  return local === undefined ? null : { local, domain: domain?.toLowerCase() ?? null }
}

/** Whether one letter put in, left out, changed, or two neighbours swapped make the one of the other. */
export function isOneSlipApart(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [a, b] = [one.slice(start), other.slice(start)]
  if (a.length === b.length)
    return a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  return a.length > b.length ? a.slice(1) === b : a === b.slice(1)
}

/** Commas and slashes where a dot belongs become one: «yandex/ru» → «yandex.ru». */
function dotted(text: string): string {
  const head = trimEndOf(text, /[a-z]/)
  const rest = trimEndOf(head, /[,/]/)
  return rest === head || text.length - head.length < 2 ? text : `${rest}.${text.slice(head.length)}`
}

/** The address that was probably meant, null when nothing looks wrong: «anton@gmial.com» → «anton@gmail.com». */
export function meantEmail(text: string): string | null {
  const plain = text.trim().toLowerCase()
  const [, local, domain] = /^([^@\s]+)@([^@\s]+)$/.exec(dotted(plain)) ?? []
  if (local === undefined || domain === undefined) return null
  const known: readonly string[] = mailDomains
  const meant = known.includes(domain)
    ? domain
    : known.find((one) => isLong(one) && isOneSlipApart(domain, one))
  const whole = `${local}@${meant ?? domain}`
  return whole === plain ? null : whole
}

/** Of a short domain the neighbours are real domains of others. */
const isLong = (domain: string) => domain.length >= 7
