import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { QrDevice, QrInput, QrState } from '@ipoteka-office/contract/qr/qr.ts'

/** What decides whether a code still works. */
export interface QrTerms {
  readonly notActive: boolean
  readonly partnerNotActive: boolean
  /** `YYYY-MM-DD`, the last day. */
  readonly validTo: string | null
}

/** What a code is on a day of the bank; a partner that is switched off offers nothing. */
export function stateOf({ notActive, partnerNotActive, validTo }: QrTerms, today: string): QrState {
  if (notActive || partnerNotActive) return 'INACTIVE'
  return validTo !== null && validTo < today ? 'EXPIRED' : 'ACTIVE'
}

const robots =
  /bot|crawl|spider|preview|facebookexternalhit|whatsapp|telegram|curl|wget|python|headless|monitor/i
const tablets = /ipad|tablet|kindle|silk|playbook|android(?!.*mobile)/i
const phones = /mobi|iphone|ipod|android|windows phone/i

/** The class of the device by its user agent: all that is kept of who scanned. */
export function deviceOf(userAgent: string | undefined): QrDevice {
  const agent = (userAgent ?? '').slice(0, 500)
  if (agent === '' || robots.test(agent)) return 'ROBOT'
  if (tablets.test(agent)) return 'TABLET'
  return phones.test(agent) ? 'PHONE' : 'COMPUTER'
}

/** Whose offer of what a scan leads to. */
export interface QrTags {
  readonly shortCode: string
  readonly partnerId: number
  readonly partnerTypeCode: string
  readonly employeeId: number | null
  readonly productCode: string
  readonly campaign: string
}

/** The address of the application with the tags of partner, product and campaign; other parts of the address stay. */
export function taggedUrl(target: string, tags: QrTags): string {
  const url = new URL(target)
  const values: Record<string, string> = {
    utm_source: `partner-${tags.partnerId}`,
    utm_medium: 'qr',
    utm_campaign: tags.campaign,
    utm_content: tags.productCode,
    partnerType: tags.partnerTypeCode,
    employee: tags.employeeId === null ? '' : String(tags.employeeId),
    qr: tags.shortCode,
  }
  for (const [name, value] of Object.entries(values)) if (value !== '') url.searchParams.set(name, value)
  return url.href
}

/** A short code as it may stand in an address. */
export const isShortCode = (text: string): boolean => /^[A-Za-z0-9_-]{10,32}$/.test(text)

/** What a new code is checked against. */
export interface QrFacts {
  readonly isPartnerUsable: boolean
  readonly isEmployeeUsable: boolean
  readonly today: string
}

/** What is wrong with a new code, by field. */
export function qrIssues(input: QrInput, facts: QrFacts): FieldError[] {
  const checks: [ok: boolean, path: string, message: string][] = [
    [facts.isPartnerUsable, 'partnerId', 'Партнёр недоступен'],
    [
      facts.isEmployeeUsable || !facts.isPartnerUsable,
      'employeeId',
      'Выберите действующего сотрудника этого партнёра',
    ],
    [input.validTo === null || input.validTo >= facts.today, 'validTo', 'Дата уже прошла'],
  ]
  return checks.flatMap(([ok, path, message]) => (ok ? [] : [{ path, message }]))
}
