import { addContactAttempt, createLead } from '@ipoteka-office/contract/leads/leads.ts'
import { addComment, addRemark } from '@ipoteka-office/contract/cases/cases.ts'
import { addParticipant } from '@ipoteka-office/contract/cases/case-participants.ts'
import { getQuestionnaire } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { createFullApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { createLoanApplication } from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { createRealtyObject } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import {
  addConsent,
  createShortApplication,
} from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { sql } from 'kysely'
import { client, consentInput, type ForeignIds, marker, passport, phone, realtyInput } from '../case-calls.ts'
import { insuredBy } from './insured-case.ts'
import { imageOf, newDocument, withFile } from '../documents.ts'
import { saveSection } from '../questionnaires.ts'
import type { TestApp } from '../test-app.ts'
import type { Login } from '../test-tokens.ts'

/** Papers of the borrower in the full application. */
export const foreignDocument = 'ЧЖ 7654321'
export const pastPassport = '9209111222'

interface Partner {
  readonly bank: TestApp
  readonly owner: Login
}

async function made<S extends EndpointSpec>(
  { bank, owner }: Partner,
  spec: S,
  request: object,
  pick = (body: { id: number }) => body.id,
) {
  const { status, body, error } = await bank.call(spec, request as never, { as: owner })
  if (status !== 200) throw new Error(`${spec.path}: ${status} ${JSON.stringify(error)}`)
  return String(pick(body as { id: number }))
}

const firstOf = (list: string) => (body: object) =>
  (body as Record<string, { id: number }[]>)[list]?.at(-1)?.id ?? 0

/** Papers that a borrower has beside the passport. */
async function writePapers({ bank, owner }: Partner, id: string): Promise<void> {
  const { body } = await bank.call(getQuestionnaire, { params: { id } }, { as: owner })
  const participantId = body.sections.find(({ section }) => section === 'PERSONAL')?.participantId ?? 0
  const data = {
    ...{ lastName: marker, firstName: 'Пётр', birthDate: client.birthDate, phone: `+${phone}` },
    ...{ citizenship: '398', foreignDocument, previousPassports: [{ key: 'a', passport: pastPassport }] },
  }
  const { status, raw } = await saveSection(bank, id, 'PERSONAL', data, { as: owner, participantId })
  if (status !== 200) throw new Error(raw.body)
}

/** Gives the people of partners every operation: only what they see and how keeps them out then. */
export async function giveEveryRight(bank: TestApp): Promise<void> {
  for (const role of [4, 5])
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
      SELECT ${role}::int, object_type, operation FROM user_role_operation WHERE user_role_id = 1 ON CONFLICT DO NOTHING`.execute(
      bank.db,
    )
}

/** A case of every type of the partner of `owner`, with something of everything that belongs to one. */
export async function casesOf(bank: TestApp, owner: Login): Promise<ForeignIds> {
  const partner = { bank, owner }
  const name = { lastName: marker, firstName: 'Пётр' }
  const lead = await made(partner, createLead, { body: client })
  const short = await made(partner, createShortApplication, {
    body: { ...client, confirmedDuplicates: [Number(lead)] },
  })
  const full = await made(partner, createFullApplication, {
    body: {
      ...name,
      programme: '2',
      regionCode: '16',
      birthDate: client.birthDate,
      phone: '+79123456789',
      confirmedDuplicates: [Number(lead), Number(short)],
    },
  })
  const loan = await made(partner, createLoanApplication, {
    body: {
      ...name,
      productType: 'CASH_BASE',
      goal: 'ANY',
      amount: '500000',
      termMonths: 24,
      regionCode: '16',
    },
  })
  const inFull = { params: { id: full } }
  const task = await sql<{ id: number }>`
    SELECT id FROM case_task WHERE case_id = ${full}::int AND open`.execute(bank.db)
  const participant = await made(partner, addParticipant, {
    ...inFull,
    body: { role: 'CO_BORROWER', lastName: marker, firstName: 'Анна' },
  })
  // From another system, straight into the queue.
  const queued = await sql<{ id: number }>`
    INSERT INTO application (number, type, client_name, programme, level_code, outside_status, partner_id, region_code, received_at, due_at)
    VALUES ('Ф-2026/1', 'oic', ${marker}, 'Семейная', 'LEVEL_1', 'NEW', 2, '16', now(), now()) RETURNING id`.execute(
    bank.db,
  )
  const person = await sql<{ id: number }>`SELECT id FROM person ORDER BY id DESC LIMIT 1`.execute(bank.db)
  await writePapers(partner, full)
  const document = await newDocument(bank, {
    ownerId: Number(full),
    typeCode: 'PASSPORT_RF',
    number: passport,
  })
  const { files } = await withFile(bank, document, await imageOf('jpeg'), 'паспорт.jpg')
  const condition = await sql<{ id: number }>`
    WITH signed AS (INSERT INTO case_decision (case_id, at, author_id, level, outcome, stage, action)
      VALUES (${Number(full)}, now(), 3, 'UNDERWRITER', 'ESCALATE', 'UNDERWRITING', 'toControl') RETURNING id, case_id)
    INSERT INTO case_condition (case_id, decision_id, text, category, point, owner, clearer, printed, created_at)
    SELECT case_id, id, ${marker}, 'DOCUMENTS', 'BEFORE_DEAL', 'PARTNER', 'UNDERWRITER', true, now() FROM signed
    RETURNING id`.execute(bank.db)
  return {
    agreement: await insuredBy(bank, Number(full)),
    condition: String(condition.rows[0]?.id ?? 0),
    document: String(document.id),
    file: files[0]?.storageId ?? '',
    lead,
    short,
    full,
    loan,
    participant,
    queued: String(queued.rows[0]?.id ?? 0),
    person: String(person.rows[0]?.id ?? 0),
    comment: await made(partner, addComment, { ...inFull, body: { text: marker } }),
    remark: await made(partner, addRemark, {
      ...inFull,
      body: { section: 'CREDIT', type: 'DOC_MISSING', text: marker },
    }),
    task: String(task.rows[0]?.id ?? 0),
    attempt: await made(
      partner,
      addContactAttempt,
      { params: { leadId: lead }, body: { outcome: 'REACHED' } },
      firstOf('attempts'),
    ),
    consent: await made(
      partner,
      addConsent,
      { params: { id: short }, body: consentInput },
      firstOf('consents'),
    ),
    realty: await made(partner, createRealtyObject, { ...inFull, body: realtyInput }),
  }
}
