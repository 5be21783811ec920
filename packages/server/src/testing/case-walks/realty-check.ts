import { createRealtyObject } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { answerOf, wordsOf } from '@ipoteka-office/contract/underwriting/objects/check-list.ts'
import {
  getObjectReview,
  saveReviewPart,
} from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import type { ReviewPart } from '@ipoteka-office/contract/underwriting/objects/review-fields.ts'
import { sql } from 'kysely'
import { signDecision, underwritten } from '../questionnaires.ts'
import type { TestApp } from '../test-app.ts'
import { extractOf, homeOf } from './homes.ts'

/** The bank knows the appraiser of the homes above. */
export async function accreditAppraiser(bank: TestApp): Promise<void> {
  await sql`
    WITH role AS (INSERT INTO partner_role (partner_id, role_code) VALUES (5, 'Appraiser') RETURNING id),
    named AS (UPDATE partner SET short_name = 'Верная Оценка' WHERE id = 5)
    INSERT INTO accreditation (partner_id, partner_role_id, type_code, date_from)
    SELECT 5, id, 'APPRAISER', current_date - 400 FROM role`.execute(bank.db)
}

/** An application of the agent at the examination of its object, which a colleague of the agent has presented. */
export async function examined(
  bank: TestApp,
  serial: number,
  day: string,
  /** What is other of the home, and whether the underwriter has approved the loan itself. */
  {
    object = {},
    approved = false,
  }: { readonly object?: Record<string, unknown>; readonly approved?: boolean } = {},
): Promise<{ id: string; number: string; objectId: string }> {
  const one = await underwritten(bank, serial)
  if (approved) {
    const signed = await signDecision(bank, { id: one.id, action: 'approve' })
    if (signed.status !== 200) throw new Error(`The loan was not approved: ${signed.raw.body}`)
  }
  const at = async (stage: string) => {
    await sql`UPDATE case_file SET stage = ${stage} WHERE id = ${Number(one.id)}`.execute(bank.db)
    await sql`UPDATE case_stage SET stage = ${stage} WHERE case_id = ${Number(one.id)} AND left_at IS NULL`.execute(
      bank.db,
    )
  }
  await at('REALTY_SELECTION')
  const made = await bank.call(
    createRealtyObject,
    { params: { id: one.id }, body: homeOf(day, object) },
    { as: 'agent' },
  )
  if (made.status !== 200) throw new Error(`The object was not made: ${made.raw.body}`)
  await at('REALTY_CHECK')
  return { ...one, objectId: String(made.body.id) }
}

/** Writes every part of the review of an object as somebody who finds nothing does; `rights` is what is other of the extract. */
export async function reviewWhole(
  bank: TestApp,
  { id, objectId }: { readonly id: string; readonly objectId: string },
  day: string,
  rights: Record<string, unknown> = {},
): Promise<void> {
  const params = { id, objectId }
  const read = async () => (await bank.call(getObjectReview, { params }, { as: 'underwriter' })).body
  const { list } = await read()
  const legal = (list?.questions ?? []).map(({ key, kind, answers }) =>
    kind === 'COMMENT'
      ? [wordsOf(key), 'Замечаний нет']
      : [answerOf(key), answers.find(({ effect }) => effect === 'FINE')?.text],
  )
  const parts: [ReviewPart, Record<string, unknown>][] = [
    ['OBJECT', { layout: 'MATCHES', emergency: 'NO' }],
    ['RIGHTS', extractOf(day, rights)],
    ['APPRAISAL', { report: 'ACCEPTED' }],
    ['SELLER', { relation: 'NONE' }],
    ['LEGAL', Object.fromEntries(legal)],
  ]
  for (const [part, answers] of parts) {
    const version = (await read()).parts.find((state) => state.part === part)?.version ?? -1
    const body = { answers, version }
    const saved = await bank.call(
      saveReviewPart,
      { params: { ...params, part }, body },
      { as: 'underwriter' },
    )
    if (saved.status !== 200) throw new Error(`${part} was not saved: ${saved.raw.body}`)
  }
}
