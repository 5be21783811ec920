import { type QrCode, type QrState, qrStates } from '@ipoteka-office/contract/qr/qr.ts'
import { formatDate } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import type { Tone } from '#ui/tag.tsx'

export const qrTones: Record<QrState, Tone> = { ACTIVE: 'green', INACTIVE: 'neutral', EXPIRED: 'amber' }

export const scansText = (count: number): string =>
  countOf(count, 'сканирование', 'сканирования', 'сканирований')

/** «Действует до 20.11.2026», «Действует без срока», «Истёк 20.11.2026», «Отключён». */
export function stateText({ state, validTo }: Pick<QrCode, 'state' | 'validTo'>): string {
  if (state === 'INACTIVE') return qrStates.INACTIVE
  if (state === 'EXPIRED') return `${qrStates.EXPIRED} ${formatDate(validTo)}`
  return validTo === null ? `${qrStates.ACTIVE} без срока` : `${qrStates.ACTIVE} до ${formatDate(validTo)}`
}

/** What a code is called: its product and campaign. */
export const qrTitle = ({ product, campaign }: Pick<QrCode, 'product' | 'campaign'>): string =>
  campaign === '' ? product.name : `${product.name} · ${campaign}`
