/** Kopecks of a decimal text with a point. */
export const kopecks = (amount: string): bigint => {
  const [whole = '0', part = ''] = amount.split('.')
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2) || '0')
}

/** Decimal text of kopecks. */
export function rubles(sum: bigint): string {
  const sign = sum < 0n ? '-' : ''
  const digits = String(sum < 0n ? -sum : sum).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Divided and rounded to the nearest whole, a half upwards. */
export const divided = (sum: bigint, by: bigint): bigint => (2n * sum + by) / (2n * by)

const digitOf: Readonly<Record<string, string>> = {
  О: '0',
  O: '0',
  о: '0',
  o: '0',
  З: '3',
  l: '1',
  I: '1',
  В: '8',
  B: '8',
  Б: '6',
  б: '6',
  S: '5',
}

/** An amount like «45 300,50» as decimal text; null when it is none. */
export function amountOf(read: string): string | null {
  const text = Array.from(read.replaceAll(/[\s'|_—-]/g, ''))
    .map((sign) => digitOf[sign] ?? sign)
    .join('')
  const match = /^(\d{1,12})[.,](\d{2})[.,;:]?$/.exec(text)
  return match === null ? null : `${BigInt(match[1] ?? '0')}.${match[2]}`
}
