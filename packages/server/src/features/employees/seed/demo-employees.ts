import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { Chance, type Person, person } from '#db/seed/generator.ts'

const day = 86_400_000
const letters: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  '-': '-',
}
const latin = (text: string) => text.toLowerCase().replace(/./gu, (letter) => letters[letter] ?? '')

const titles = [
  'Ипотечный менеджер',
  'Ипотечный менеджер',
  'Агент',
  'Старший менеджер',
  'Специалист по сделкам',
]
const scopes = [
  'Подписание кредитной документации и представление интересов в Росреестре',
  'Приём и передача документов заёмщиков',
  'Подписание договоров с клиентами на сумму до 15 млн рублей',
]
const notaries = ['Соколова Е. В.', 'Мельник А. П.', 'Гордеева Т. И.']
const emptyPlaces = { procuracy: 7, document: 5 }

interface DemoEmployee extends Person {
  readonly id: number
  readonly partnerId: number
  readonly headId: number | null
  readonly jobTitle: string
  readonly sex: 'MALE' | 'FEMALE'
  readonly birthDate: string
  readonly login: string | null
  readonly email: string
  readonly phone: string
  readonly notActive: boolean
}

const isWoman = ({ middleName }: Person) => /(?:на|кызы)$/.test(middleName)

function makeEmployee(chance: Chance, id: number, partnerId: number, headId: number | null): DemoEmployee {
  const who = person(chance)
  const name = latin(who.lastName)
  return {
    ...who,
    id,
    partnerId,
    headId,
    jobTitle: headId === null ? 'Руководитель офиса' : chance.of(titles),
    sex: isWoman(who) ? 'FEMALE' : 'MALE',
    birthDate: `${chance.whole(1965, 2003)}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`,
    login: chance.percent(40) ? `${name}.${id}` : null,
    // A domain that nobody can have, and numbers of a code that is not given out.
    email: `${name}.${id}@partner.example`,
    phone: `+7000${String(chance.whole(1_000_000, 9_999_999))}`,
    notActive: headId !== null && chance.percent(5),
  }
}

/** Two people at each partner, more at the two whose cards the demo shows. */
function makeEmployees(chance: Chance, partnerIds: readonly number[], firstId: number): DemoEmployee[] {
  const list: DemoEmployee[] = []
  for (const partnerId of partnerIds) {
    const headId = firstId + list.length
    list.push(makeEmployee(chance, headId, partnerId, null))
    const others = partnerId === 2 || partnerId === 4 ? 14 : 1
    for (let index = 0; index < others; index += 1)
      list.push(makeEmployee(chance, firstId + list.length, partnerId, headId))
  }
  return list
}

const isoDay = (now: Date, days: number) => new Date(now.getTime() + days * day).toISOString().slice(0, 10)

async function insertEmployees(db: Db, list: readonly DemoEmployee[]): Promise<void> {
  await db
    .insertInto('employee')
    .values(
      list.map((e) => ({
        id: e.id,
        partner_id: e.partnerId,
        last_name: e.lastName,
        first_name: e.firstName,
        middle_name: e.middleName,
        job_title: e.jobTitle,
        sex: e.sex,
        birth_date: e.birthDate,
        email: e.email,
        phone: e.phone,
        login: e.login,
        head_id: e.headId,
        not_active: e.notActive,
      })),
    )
    .execute()
  await db
    .insertInto('contact')
    .values(
      list.flatMap((e) => [
        { partner_id: e.partnerId, employee_id: e.id, contact_type_id: 1, value: e.phone, main: true },
        { partner_id: e.partnerId, employee_id: e.id, contact_type_id: 3, value: e.email, main: true },
      ]),
    )
    .execute()
  await sql`INSERT INTO employee_user_role (employee_id, user_role_id)
    SELECT unnest(${list.filter((e) => e.login !== null).map((e) => e.id)}::int[]), 4`.execute(db)
}

/** Most heads have a procuracy; some end within the month, some have ended, one was revoked. */
async function insertProcuracies(
  db: Db,
  chance: Chance,
  heads: readonly DemoEmployee[],
  now: Date,
): Promise<void> {
  const holders = heads.filter((_, index) => index % emptyPlaces.procuracy !== 0)
  const rows = holders.map((head, index) => {
    const left =
      index % 17 === 3 ? chance.whole(5, 29) : index % 17 === 9 ? -chance.whole(1, 90) : chance.whole(60, 700)
    const to = isoDay(now, left)
    return {
      employee_id: head.id,
      number: `77/${chance.whole(100, 999)}-н/${to.slice(0, 4)}-${index + 1}`,
      date_from: isoDay(now, left - 1_095),
      date_to: to,
      scope: chance.of(scopes),
      issuer: 'Ипотечный банк',
      notary: chance.of(notaries),
      revoked_on: index === 20 ? isoDay(now, -10) : null,
    }
  })
  await db.insertInto('procuracy').values(rows).execute()
}

async function insertDocuments(
  db: Db,
  chance: Chance,
  heads: readonly DemoEmployee[],
  now: Date,
): Promise<void> {
  const rows = heads
    .filter((_, index) => index % emptyPlaces.document !== 0)
    .map((head, index) => ({
      employee_id: head.id,
      kind: index % 3 === 0 ? 'OTHER' : 'AUTHORITY',
      type_code: index % 3 === 0 ? 'SNILS' : 'ORDER',
      number: `${chance.whole(1, 400)}-к`,
      issued_on: isoDay(now, -chance.whole(30, 900)),
      issuer: 'Отдел кадров',
    }))
  await db.insertInto('employee_document').values(rows).execute()
}

/** Some are away now, some will be, some have been; the job of the start pauses the approvers of those who are. */
async function insertAbsences(
  db: Db,
  chance: Chance,
  list: readonly DemoEmployee[],
  now: Date,
): Promise<void> {
  const away = chance.some(
    list.filter((e) => e.headId !== null && !e.notActive),
    36,
  )
  const rows = away.map((e, index) => {
    const from =
      index % 3 === 0 ? -chance.whole(0, 6) : index % 3 === 1 ? chance.whole(3, 60) : -chance.whole(40, 90)
    return {
      employee_id: e.id,
      deputy_id: e.headId,
      reason: chance.of(['VACATION', 'VACATION', 'VACATION', 'SICK_LEAVE', 'BUSINESS_TRIP']),
      date_from: isoDay(now, from),
      date_to: isoDay(now, from + chance.whole(7, 13)),
    }
  })
  const { rows: approvers } = await sql<{ id: number }>`
    SELECT employee_id AS id FROM approver WHERE partner_id = 1 AND work_status = 'ACTIVE' AND employee_id > 24
    GROUP BY 1 ORDER BY 1 LIMIT 4`.execute(db)
  const [first, second, third, fourth] = approvers.map(({ id }) => id)
  for (const [employee, deputy] of [
    [first, second],
    [third, fourth],
  ] as const)
    if (employee !== undefined && deputy !== undefined)
      rows.push({
        employee_id: employee,
        deputy_id: deputy,
        reason: 'VACATION',
        date_from: isoDay(now, -3),
        date_to: isoDay(now, 11),
      })
  await db.insertInto('employee_absence').values(rows).execute()
}

/** About 600 employees of partners with contacts, procuracies, documents and absences. */
export async function seedDemoEmployees(db: Db, now: Date): Promise<void> {
  const chance = new Chance(20_261_122)
  const { rows } = await sql<{ ids: number[]; last: number }>`
    SELECT array_agg(p.id ORDER BY p.id) AS ids, (SELECT max(e.id) FROM employee e) AS last
    FROM partner p WHERE p.id > 1 AND NOT p.not_active`.execute(db)
  const { ids = [], last = 0 } = rows[0] ?? {}
  const list = makeEmployees(chance, ids, last + 1)
  const heads = list.filter((e) => e.headId === null)
  for (let at = 0; at < list.length; at += 500) await insertEmployees(db, list.slice(at, at + 500))
  await insertProcuracies(db, chance, heads, now)
  await insertDocuments(db, chance, heads, now)
  await insertAbsences(db, chance, list, now)
  await sql`SELECT setval(pg_get_serial_sequence('employee', 'id'), (SELECT max(id) FROM employee))`.execute(
    db,
  )
}
