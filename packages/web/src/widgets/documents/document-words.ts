import {
  type Document,
  type DocumentFile,
  documentParticipantRoles,
  documentStatuses,
  documentValidities,
} from '@ipoteka-office/contract/documents/documents.ts'
import { formatDate } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { countOf } from '#lib/plural.ts'
import type { Tone } from '#ui/tag.tsx'

/** What a photo is called: its own title, else its file's name without the ending. */
export const photoName = ({ title, files }: Pick<Document, 'title' | 'files'>): string =>
  title || files[0]?.name.replace(/\.[a-z]{3,4}$/i, '') || 'Фотография без файла'

/** «3,4 МБ», «56 КБ». */
export function sizeText(bytes: number): string {
  const [value, unit] =
    bytes >= 1_048_576 ? [bytes / 1_048_576, 'МБ'] : [Math.max(bytes, 1_024) / 1_024, 'КБ']
  const digits = value >= 10 || unit === 'КБ' ? 0 : 1
  return `${value.toLocaleString('ru-RU', { maximumFractionDigits: digits })}\u00a0${unit}`
}

/** «7 стр.», «2480 × 3508»; empty when neither is known. */
export function extentText({
  pages,
  width,
  height,
}: Pick<DocumentFile, 'pages' | 'width' | 'height'>): string {
  if (pages !== null) return `${formatCount(pages)}\u00a0стр.`
  return width !== null && height !== null ? `${width}\u00a0×\u00a0${height}` : ''
}

/** «2 файла · 7 стр. · 3,4 МБ». */
export function filesText(files: readonly DocumentFile[]): string {
  const [only] = files
  if (!only) return 'Файла нет'
  const bytes = sizeText(files.reduce((sum, { size }) => sum + size, 0))
  if (files.length === 1) return [extentText(only), bytes].filter(Boolean).join(' · ')
  const pages = files.every((file) => file.pages !== null)
    ? extentText({ ...only, pages: files.reduce((sum, file) => sum + (file.pages ?? 0), 0) })
    : ''
  return [countOf(files.length, 'файл', 'файла', 'файлов'), pages, bytes].filter(Boolean).join(' · ')
}

/** «Заёмщик: Иванов И. И.». */
export function participantText(participant: Document['participant']): string {
  if (!participant) return ''
  const role = documentParticipantRoles[participant.roleCode]
  return participant.name ? `${role}: ${participant.name}` : role
}

/** Number, date and participant in one line. */
export function detailsText({ number, issuedOn, issuer, participant }: Document): string {
  return [
    number && `№ ${number}`,
    issuedOn && `от ${formatDate(issuedOn)}`,
    issuer,
    participantText(participant),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Colour and word of a status. */
export const statusTag = ({ status }: Pick<Document, 'status'>): { tone: Tone; text: string } => ({
  tone: ({ UPLOADED: 'neutral', CHECKING: 'blue', ACCEPTED: 'green', REJECTED: 'red' } as const)[status],
  text: documentStatuses[status],
})

/** Colour and words of a validity; null where there is nothing to warn of. */
export function validityTag({
  validity,
  validUntil,
}: Pick<Document, 'validity' | 'validUntil'>): { tone: Tone; text: string } | null {
  if (validity !== 'EXPIRES' && validity !== 'EXPIRED') return null
  const tone = validity === 'EXPIRED' ? 'red' : 'amber'
  return { tone, text: `${documentValidities[validity]} ${formatDate(validUntil)}` }
}
