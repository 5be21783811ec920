const nbsp = '\u00a0'

/** Digits of a Russian phone after the country; null: it is no such phone, or a part of it is hidden. */
function digitsOf(phone: string): string | null {
  if (!/^[\d+()\s\u00a0-]+$/.test(phone) || /^\+[^7]/.test(phone)) return null
  const digits = phone.replace(/\D/g, '')
  if (digits.length === 11 && /^[78]/.test(digits)) return digits.slice(1)
  return digits.length === 10 && digits.startsWith('9') ? digits : null
}

/** A phone as people write it: «+7 912 345-67-89», without a break; what is no Russian phone, a mask too, stays as it came. */
export function phoneText(phone: string): string {
  const digits = digitsOf(phone)
  if (digits === null) return /^\d{11,15}$/.test(phone) ? `+${phone}` : phone
  return `+7${nbsp}${digits.slice(0, 3)}${nbsp}${digits.slice(3, 6)}-${digits.slice(6, 8)}-${digits.slice(8)}`
}
