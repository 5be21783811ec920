import { searchAccessLog } from '@ipoteka-office/contract/access-log/access-log.ts'
import { findDuplicates } from '@ipoteka-office/contract/cases/case-duplicates.ts'
import * as people from '@ipoteka-office/contract/cases/case-participants.ts'
import * as earlier from '@ipoteka-office/contract/cases/earlier-answers.ts'
import { listCaseHistory } from '@ipoteka-office/contract/cases/cases.ts'
import * as sections from '@ipoteka-office/contract/cases/case-sections.ts'
import { createFullApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { searchEverywhere } from '@ipoteka-office/contract/search/search.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { wholeSections } from '#testing/whole-sections.ts'

/** Who works where: the head organisation, two of its branches, and a partner of others; each with every right. */
const places = { head: 'agent', branch: 'partner-admin', sibling: 'underwriter', other: 'support' } as const
type Place = keyof typeof places
const partnerOf: Record<Place, number> = { head: 2, branch: 3, sibling: 5, other: 4 }
const all = Object.keys(places) as Place[]

/** Words and numbers that stand in one partner's questionnaire alone. */
const clients = {
  head: {
    lastName: 'Головнин',
    passport: '9210100001',
    inn: '500100740108',
    snils: '11223340183',
    phone: '+79271110001',
  },
  branch: {
    lastName: 'Филиппов',
    passport: '9210200002',
    inn: '500100740281',
    snils: '11223340284',
    phone: '+79271110002',
  },
  sibling: {
    lastName: 'Соседов',
    passport: '9210300003',
    inn: '500100740355',
    snils: '11223340385',
    phone: '+79271110003',
  },
  other: {
    lastName: 'Чужаков',
    passport: '9210400004',
    inn: '500100740429',
    snils: '11223340486',
    phone: '+79271110004',
  },
} as const

interface Client {
  readonly caseId: string
  readonly participant: number
  readonly person: number
}

let bank: TestApp
const known: Partial<Record<Place, Client>> = {}
const clientOf = (place: Place): Client => {
  const found = known[place]
  if (found === undefined) throw new Error(`${place} has no client`)
  return found
}

async function openCase(place: Place, lastName: string): Promise<{ id: string; borrower: number }> {
  const as: Login = places[place]
  const body = { programme: '2', regionCode: '16', lastName, firstName: 'Пётр' }
  const made = await bank.call(createFullApplication, { body }, { as })
  const id = String(made.body.id)
  const { body: questionnaire } = await bank.call(sections.getQuestionnaire, { params: { id } }, { as })
  const borrower = questionnaire.sections.find(({ section }) => section === 'PERSONAL')?.participantId ?? 0
  return { id, borrower }
}

const write = (place: Place, caseId: string, participantId: number, more: object) =>
  saveSection(
    bank,
    caseId,
    'PERSONAL',
    { ...wholeSections.PERSONAL, ...more },
    { as: places[place], participantId },
  )

const bring = (place: Place, caseId: string, personId: number) =>
  bank.call(
    people.addParticipant,
    { params: { id: caseId }, body: { role: 'CO_BORROWER', personId } },
    { as: places[place] },
  )

const personOf = async (participant: number) => {
  const { rows } = await sql<{ id: number; partner_id: number; phone: string }>`
    SELECT p.id, p.partner_id, p.phone FROM case_participant c JOIN person p ON p.id = c.person_id
    WHERE c.id = ${participant}`.execute(bank.db)
  return rows[0]
}

beforeAll(async () => {
  bank = await testApp()
  await sql`UPDATE partner SET parent_id = 2 WHERE id = 5`.execute(bank.db)
  for (const place of all)
    await sql`UPDATE employee SET partner_id = ${partnerOf[place]} WHERE login = ${places[place]}`.execute(
      bank.db,
    )
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
    SELECT DISTINCT r.id, o.object_type, o.operation FROM user_role r, user_role_operation o WHERE o.user_role_id = 1
    ON CONFLICT DO NOTHING`.execute(bank.db)
  bank.session.forget()
  for (const place of all) {
    const { id, borrower } = await openCase(place, clients[place].lastName)
    const saved = await write(place, id, borrower, clients[place])
    if (saved.status !== 200) throw new Error(saved.raw.body)
    known[place] = { caseId: id, participant: borrower, person: (await personOf(borrower))?.id ?? 0 }
  }
})
afterAll(() => bank.close())

/** Who sees whose cases: one's own, and the head those of its branches. */
const sees = (reader: Place, owner: Place) =>
  reader === owner || (reader === 'head' && (owner === 'branch' || owner === 'sibling'))
const hidden = all.flatMap((reader) =>
  all.filter((owner) => !sees(reader, owner)).map((owner) => [reader, owner] as const),
)
const shown = (['branch', 'sibling'] as const).map((owner) => ['head', owner] as const)

describe.each(hidden)('%s, of the client of %s', (reader, owner) => {
  const as = places[reader]
  const { lastName, passport, phone, inn, snils } = clients[owner]

  it('brings nobody into a case of its own by the person’s number', async () => {
    const own = clientOf(reader)
    const answer = await bring(reader, own.caseId, clientOf(owner).person)
    expect([answer.status, answer.raw.body.includes(lastName)]).toEqual([400, false])
  })

  it('is suggested nobody, by no words and no number', async () => {
    const params = { id: clientOf(reader).caseId }
    for (const search of [lastName, passport, phone.slice(1)]) {
      const { status, body } = await bank.call(people.findKnownPersons, { params, body: { search } }, { as })
      expect([search, status, body]).toEqual([search, 200, []])
    }
  })

  it('finds nothing among duplicates, in search and in the history', async () => {
    const wish = {
      lastName,
      firstName: 'Пётр',
      middleName: '',
      birthDate: wholeSections.PERSONAL?.['birthDate'],
    }
    for (const asked of [{ ...wish, passport, phone }, { inn }, { snils }, { passport }, { phone }]) {
      const duplicates = await bank.call(findDuplicates, { body: asked } as never, { as })
      expect([asked, duplicates.status]).toEqual([asked, 200])
      const theirs = duplicates.body.filter(({ id }) => String(id) === clientOf(owner).caseId)
      const said = [lastName, passport, phone.slice(1), inn, snils].filter((one) =>
        duplicates.raw.body.includes(one),
      )
      expect([asked, theirs, said]).toEqual([asked, [], []])
    }
    for (const text of [lastName, passport, phone]) {
      const found = await bank.call(searchEverywhere, { body: { text } }, { as })
      expect([found.status, found.raw.body.includes(lastName)]).toEqual([200, false])
    }
    const history = await bank.call(
      listCaseHistory,
      { params: { id: clientOf(owner).caseId }, body: {} },
      { as },
    )
    expect(history.status).toBe(404)
  })

  it('who types the same passport changes nothing of theirs and learns nothing', async () => {
    const mine = await openCase(reader, 'Новый')
    const answer = await write(reader, mine.id, mine.borrower, { ...clients[owner], phone: '+79990000000' })
    expect(answer.status).toBe(200)
    const theirs = await personOf(clientOf(owner).participant)
    const own = await personOf(mine.borrower)
    expect(theirs).toMatchObject({ partner_id: partnerOf[owner], phone: phone.slice(1) })
    expect(own).toMatchObject({ partner_id: partnerOf[reader], phone: '79990000000' })
    const params = { id: mine.id, participantId: String(mine.borrower) }
    const { body } = await bank.call(earlier.getPersonDifference, { params }, { as })
    expect(body.differences).toEqual([])
    // The client is the partner's own from here: of the other cases of this table nothing of it is left.
    await sql`UPDATE case_participant SET removed_at = now() WHERE id = ${mine.borrower}`.execute(bank.db)
    await sql`UPDATE case_file SET person_id = NULL, client_phone = NULL WHERE id = ${Number(mine.id)}`.execute(
      bank.db,
    )
    await sql`UPDATE person SET passport = NULL, last_name = 'Новый', phone = NULL, snils = NULL, inn = NULL
      WHERE id = ${own?.id}`.execute(bank.db)
  })
})

describe.each(shown)('%s, which sees the cases of %s', (reader, owner) => {
  const as = places[reader]

  it('finds the client among duplicates by ИНН and by СНИЛС, in its own case by what is typed there', async () => {
    const { inn, snils } = clients[owner]
    const id = Number(clientOf(owner).caseId)
    for (const [asked, reason] of [
      [{ inn }, 'INN'],
      [{ snils }, 'SNILS'],
    ] as const) {
      const { body } = await bank.call(findDuplicates, { body: asked }, { as })
      expect(body.find((one) => one.id === id)?.reasons).toEqual([reason])
    }
    const mine = await openCase(reader, 'Двойников')
    await write(reader, mine.id, mine.borrower, {
      ...clients[owner],
      passport: '9210999999',
      phone: '+79990001122',
    })
    const { body } = await bank.call(findDuplicates, { body: { exceptId: Number(mine.id) } }, { as })
    expect(body.find((one) => one.id === id)?.reasons.toSorted()).toEqual(['INN', 'SNILS'])
    const person = await personOf(mine.borrower)
    await sql`UPDATE case_participant SET removed_at = now() WHERE id = ${mine.borrower}`.execute(bank.db)
    await sql`UPDATE case_file SET person_id = NULL WHERE id = ${Number(mine.id)}`.execute(bank.db)
    await sql`UPDATE person SET passport = NULL, snils = NULL, inn = NULL, phone = NULL WHERE id = ${person?.id}`.execute(
      bank.db,
    )
  })

  it('brings the client with a person of its own, and the journal says from which case', async () => {
    const mine = await openCase(reader, 'Главный')
    const added = await bring(reader, mine.id, clientOf(owner).person)
    expect([added.status, added.body.name]).toEqual([200, expect.stringContaining(clients[owner].lastName)])
    const person = await personOf(added.body.id)
    expect(person?.partner_id).toBe(partnerOf[reader])
    await write(reader, mine.id, added.body.id, { ...clients[owner], phone: '+79991112233' })
    expect((await personOf(clientOf(owner).participant))?.phone).toBe(clients[owner].phone.slice(1))
    const params = { id: clientOf(owner).caseId, participantId: String(clientOf(owner).participant) }
    const back = await bank.call(earlier.getPersonDifference, { params }, { as: places[owner] })
    expect(back.body.differences).toEqual([])
    const log = await bank.call(searchAccessLog, { body: { actions: ['UNMASK'] } } as never, { as })
    expect(JSON.stringify(log.body.content)).toMatch(/Анкета скопирована в заявку/)
  })
})

it('the bank knows one human being across partners; brought into a partner’s case is only what that partner sees', async () => {
  const admin = { as: 'admin' } as const
  const theirs = clientOf('other')
  const same = await openCase('head', 'Чужаков')
  await write('head', same.id, same.borrower, { ...clients.other, phone: '+79992223344' })
  const { rows } = await sql<{ id: number }>`SELECT same_people(${theirs.person}) AS id ORDER BY 1`.execute(
    bank.db,
  )
  expect(rows.map(({ id }) => id)).toContain((await personOf(same.borrower))?.id)
  const body = { role: 'GUARANTOR', personId: theirs.person } as const
  const brought = await bank.call(
    people.addParticipant,
    { params: { id: clientOf('head').caseId }, body },
    admin,
  )
  expect(brought.status).toBe(400)
})
