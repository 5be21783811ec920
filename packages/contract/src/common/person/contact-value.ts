import { z } from 'zod'

/** Contact types of specification 2 §6: phone 1, fax 2, e-mail 3, www 4. */
export const contactTypes = { 1: 'Телефон', 2: 'Факс', 3: 'Электронная почта', 4: 'Сайт' } as const
export const ContactTypeId = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
export type ContactTypeId = z.output<typeof ContactTypeId>

/** A value in the form it is stored in, or what is wrong with it. */
export type CheckedContact = { readonly value: string } | { readonly message: string }

/** E.164; a Russian number may be written from 8 or without the country. */
function toPhone(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, '')
  if (/^\+[1-9]\d{7,14}$/.test(digits)) return digits.startsWith('+7') && digits.length !== 12 ? null : digits
  if (/^[78]\d{10}$/.test(digits)) return `+7${digits.slice(1)}`
  return /^[3489]\d{9}$/.test(digits) ? `+7${digits}` : null
}

/** The host in its ASCII form, so that «банк.рф» is a domain too; null when it is none. */
function asciiHost(text: string): string | null {
  try {
    const { hostname } = new URL(`http://${text}`)
    return /^(?:[a-z\d-]{1,63}\.)+[a-z][a-z\d-]{1,62}$/.test(hostname) ? hostname : null
  } catch {
    return null
  }
}

/** Lower case; the domain may be Cyrillic. */
function toEmail(text: string): string | null {
  const [, name, domain] = /^([^@\s]{1,64})@([^@\s/?#:]{3,255})$/.exec(text) ?? []
  const host = domain === undefined ? null : asciiHost(domain)
  // The domain is checked already; zod knows no Cyrillic ones.
  return host !== null && z.email().safeParse(`${name}@bank.ru`).success ? text.toLowerCase() : null
}

/** With the scheme; only http and https. */
function toSite(text: string): string | null {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  try {
    const { protocol, host, username } = new URL(address)
    const [name = ''] = host.split(':')
    return /^https?:$/.test(protocol) && username === '' && asciiHost(name) !== null ? address : null
  } catch {
    return null
  }
}

const readers: Record<ContactTypeId, [read: (text: string) => string | null, message: string]> = {
  1: [toPhone, 'Укажите телефон вместе с кодом, например +7 912 345-67-89'],
  2: [toPhone, 'Укажите номер факса вместе с кодом, например +7 495 123-45-67'],
  3: [toEmail, 'Укажите адрес вида name@bank.ru'],
  4: [toSite, 'Укажите адрес сайта, например https://bank.ru'],
}

/** Checks a contact by its type and writes it in one form; the browser and the server both call it. */
export function checkContact(typeId: ContactTypeId, text: string): CheckedContact {
  const [read, message] = readers[typeId]
  const value = read(text.trim())
  return value === null ? { message } : { value }
}
