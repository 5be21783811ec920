import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type { EntryState } from '@ipoteka-office/contract/blacklists/entry-machine.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { identityOf } from '#features/blacklists/identity.rules.ts'
import { entryKeys } from '#features/blacklists/matching/matching.rules.ts'
import { insertRows } from '#db/seed/bulk-rows.ts'
import { type Chance, innOf, ogrnOf, person } from '#db/seed/generator.ts'

const day = 86_400_000
const dayText = (at: Date) => at.toISOString().slice(0, 10)

/** The demo sign-ins that write entries and agree to them. */
const [security, compliance] = [10, 11]
const counts: Readonly<Record<BlacklistKind, number>> = { individuals: 900, legalPersons: 260, phones: 180 }

const reasons = [
  ['FRAUD', 'SECURITY', 'Подтверждено участие в схеме с завышением дохода', 'Заключение службы безопасности'],
  [
    'FORGED_DOCUMENTS',
    'UNDERWRITING',
    'Справка о доходах не подтверждена работодателем',
    'Ответ работодателя',
  ],
  ['OVERDUE', 'COLLECTION', 'Просрочка более 90 дней по кредиту банка', 'Выписка по счёту'],
  ['INVALID_EMPLOYER', 'SECURITY', 'Работодатель по адресу регистрации не находится', 'Акт выезда'],
  ['AUTHORITY_REQUEST', 'AUTHORITY', 'Запрос следственного органа', 'Запрос от органа, копия'],
  [
    'EMPLOYEE_OFFENDER',
    'SECURITY',
    'Уволен за передачу данных клиентов третьим лицам',
    'Приказ и служебная записка',
  ],
  ['OTHER', 'OTHER_BANK', 'Сведения другой кредитной организации', 'Письмо'],
] as const
const levels = ['STOP', 'REVIEW', 'REVIEW', 'INFO'] as const
const forms = [
  'ООО «Вектор-Пример»',
  'ООО «Снабжение-Тест»',
  'АО «Учебный комбинат»',
  'ООО «Торговый дом Образец»',
]

/** What says who it is: people, firms and phones that nobody is. */
const dataOf: Readonly<Record<BlacklistKind, (serial: number, chance: Chance) => Record<string, unknown>>> = {
  individuals: (serial, chance) => ({
    ...person(chance),
    birthDate: `${1955 + (serial % 48)}-${String(1 + (serial % 12)).padStart(2, '0')}-${String(1 + (serial % 28)).padStart(2, '0')}`,
    // A region that no passport is of.
    passport: `00${String(5 + (serial % 20)).padStart(2, '0')}${String(100_000 + serial * 37).padStart(6, '0')}`,
    ...(serial % 5 === 0 && {
      formerPassports: [{ key: 'p1', passport: `0003${String(200_000 + serial * 11).padStart(6, '0')}` }],
    }),
    ...(serial % 3 === 0 && {
      phones: [{ key: 't1', phone: `+7900${String(1_000_000 + serial * 7).padStart(7, '0')}` }],
    }),
    ...(serial % 4 === 0 && { employer: forms[serial % forms.length] }),
  }),
  legalPersons: (serial) => ({
    fullName: `${forms[serial % forms.length]} № ${serial}`,
    companyInn: innOf(700_000 + serial),
    ogrn: ogrnOf(700_000 + serial),
    region: ['77', '78', '16', '66', '63'][serial % 5],
  }),
  phones: (serial, chance) => ({
    phone: `+7901${String(2_000_000 + serial * 13).padStart(7, '0')}`,
    phoneKind: ['MOBILE', 'MOBILE', 'VIRTUAL', 'LANDLINE'][serial % 4],
    ...(chance.percent(40) && { owner: 'Не установлен' }),
  }),
}

/** The states of every twenty entries. */
const states: readonly EntryState[] = [
  ...Array<EntryState>(12).fill('ACTIVE'),
  'EXPIRED',
  'EXPIRED',
  'REMOVED',
  'DRAFT',
  'ON_APPROVAL',
  'ON_APPROVAL',
  'DECLINED',
  'ACTIVE',
]
const ways: Readonly<
  Record<EntryState, readonly [from: string, action: string, to: string, by: number | null][]>
> = {
  DRAFT: [],
  ON_APPROVAL: [['DRAFT', 'submit', 'ON_APPROVAL', security]],
  DECLINED: [
    ['DRAFT', 'submit', 'ON_APPROVAL', security],
    ['ON_APPROVAL', 'decline', 'DECLINED', compliance],
  ],
  ACTIVE: [
    ['DRAFT', 'submit', 'ON_APPROVAL', security],
    ['ON_APPROVAL', 'approve', 'ACTIVE', compliance],
  ],
  EXPIRED: [
    ['DRAFT', 'submit', 'ON_APPROVAL', security],
    ['ON_APPROVAL', 'approve', 'ACTIVE', compliance],
    ['ACTIVE', 'expire', 'EXPIRED', null],
  ],
  REMOVED: [
    ['DRAFT', 'submit', 'ON_APPROVAL', security],
    ['ON_APPROVAL', 'approve', 'ACTIVE', compliance],
    ['ACTIVE', 'remove', 'REMOVED', compliance],
  ],
  ON_APPEAL: [
    ['DRAFT', 'submit', 'ON_APPROVAL', security],
    ['ON_APPROVAL', 'approve', 'ACTIVE', compliance],
    ['ACTIVE', 'appeal', 'ON_APPEAL', compliance],
  ],
}

/** An entry as it is to be written. */
export interface Planned {
  readonly id: number
  readonly kind: BlacklistKind
  readonly state: EntryState
  readonly data: Record<string, unknown>
  readonly createdAt: Date
  readonly validTo: string | null
  readonly endedOn: string | null
  readonly reason: readonly [category: string, source: string, basis: string, evidence: string]
  readonly level: (typeof levels)[number]
}

/** Some of the clients whose applications are in work: what matching has to find. */
async function plantedClients(db: Db): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ fullName: string; birthDate: string; passport: string }>`
    SELECT full_name AS "fullName", birth_date::text AS "birthDate", passport FROM person
    WHERE passport ~ '^\\d{10}$' AND birth_date IS NOT NULL ORDER BY id LIMIT 4 OFFSET 40`.execute(db)
  return rows.map(({ fullName, ...numbers }) => {
    const [lastName = '', firstName = '', ...rest] = fullName.split(' ')
    return { lastName, firstName, middleName: rest.join(' '), ...numbers }
  })
}

function stateOf(serial: number, isPlanted: boolean): EntryState {
  if (isPlanted) return 'ACTIVE'
  return serial % 60 === 7 ? 'ON_APPEAL' : (states[serial % states.length] ?? 'ACTIVE')
}
const isEnded = (state: EntryState) => state === 'EXPIRED' || state === 'REMOVED' || state === 'DECLINED'

function plan(
  {
    id,
    kind,
    serial,
    planted,
  }: { id: number; kind: BlacklistKind; serial: number; planted: Planned['data'] | undefined },
  chance: Chance,
  now: Date,
): Planned {
  const state = stateOf(serial, planted !== undefined)
  const age = state === 'DRAFT' || state === 'ON_APPROVAL' ? chance.whole(0, 9) : chance.whole(30, 700)
  const over = new Date(now.getTime() - chance.whole(1, 25) * day)
  const ahead = serial % 9 === 0 ? null : dayText(new Date(now.getTime() + chance.whole(5, 900) * day))
  return {
    ...{ id, kind, state },
    data: planted ?? dataOf[kind](serial, chance),
    createdAt: new Date(now.getTime() - age * day - chance.whole(0, 600) * 60_000),
    validTo: state === 'EXPIRED' ? dayText(over) : ahead,
    endedOn: isEnded(state) ? dayText(new Date(over.getTime() + day)) : null,
    reason: chance.of(reasons),
    level: planted === undefined ? chance.of(levels) : 'STOP',
  }
}

const approved = ({ state }: Planned) => !['DRAFT', 'ON_APPROVAL', 'DECLINED'].includes(state)

/** Writes entries with all that leads to them. */
export async function writeDemoEntries(db: Db, entries: readonly Planned[]): Promise<void> {
  const rows = entries.map((one) => ({
    ...one,
    ...identityOf(one.kind, one.data),
    category: one.reason[0],
    source: one.reason[1],
    validFrom: dayText(one.createdAt),
    approverId: approved(one) ? compliance : null,
    approvedAt: approved(one) ? new Date(one.createdAt.getTime() + day / 4) : null,
    content: { data: one.data, basis: one.reason[2], evidence: one.reason[3], comment: '' },
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e (id int, kind text, state text, level text,
    category text, source text, "validFrom" date, "validTo" date, "approverId" int, "approvedAt" timestamptz,
    "endedOn" date, "createdAt" timestamptz, content jsonb, title text, names text, "birthDate" date, numbers text[])`
  await sql`INSERT INTO blacklist_entry (id, kind, state, level, category, source, valid_from, valid_to, author_id,
      approver_id, approved_at, contributors, ended_on, created_at)
    SELECT e.id, e.kind, e.state, e.level, e.category, e.source, e."validFrom", e."validTo", ${security}, e."approverId",
      e."approvedAt", array_remove(ARRAY[${security}::int, e."approverId"], NULL), e."endedOn", e."createdAt"
    FROM ${given}`.execute(db)
  await sql`INSERT INTO blacklist_content (entry_id, number, content) SELECT e.id, 1, e.content FROM ${given}`.execute(
    db,
  )
  await sql`INSERT INTO blacklist_identity (entry_id, title, names, birth_date, numbers)
    SELECT e.id, e.title, e.names, e."birthDate", e.numbers FROM ${given}`.execute(db)
  await insertRows(
    db,
    'blacklist_match_key',
    { kind: 'text', value: 'text', entry_id: 'int' },
    entries.flatMap(({ id, kind, data }) => {
      const keys = new Map(entryKeys(kind, data).map((key) => [`${key.kind} ${key.value}`, key]))
      return [...keys.values()].map((key) => [key.kind, key.value, id])
    }),
  )
  await insertRows(
    db,
    'record_move',
    {
      object_type: 'text',
      object_id: 'int',
      from_state: 'text',
      to_state: 'text',
      action: 'text',
      at: 'timestamptz',
      actor_id: 'int',
    },
    entries.flatMap(({ id, state, createdAt }) =>
      ways[state].map(([from, action, to, by], step) => [
        ...['blacklist_entry', id, from, to, action],
        ...[new Date(createdAt.getTime() + (step + 1) * 3 * 3_600_000).toISOString(), by],
      ]),
    ),
  )
}

/** Blacklists of the demo bank in every state; four entries are of clients whose applications are in work. */
export async function seedDemoBlacklists(db: Db, chance: Chance, now: Date): Promise<void> {
  const clients = await plantedClients(db)
  const kinds = Object.keys(counts) as BlacklistKind[]
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('blacklist_entry', 'id'))::int AS id
    FROM generate_series(1, ${kinds.reduce((sum, kind) => sum + counts[kind], 0)}::int)`.execute(db)
  const ids = rows.map(({ id }) => id)
  const entries = kinds.flatMap((kind) =>
    ids.splice(0, counts[kind]).map((id, serial) => {
      const planted = kind === 'individuals' ? clients[serial] : undefined
      return plan({ id, kind, serial, planted }, chance, now)
    }),
  )
  await sql`SELECT set_config('app.actor_id', ${String(security)}, true)`.execute(db)
  await writeDemoEntries(db, entries)
  await sql`INSERT INTO blacklist_appeal (number, entry_id, received_on, due_on, applicant, claim, registered_by, registered_at)
    SELECT 'ОБЖ-' || to_char(${now}::timestamptz, 'YYYY') || '-' || lpad(nextval('blacklist_appeal_number')::text, 6, '0'), b.id,
      ${now}::timestamptz::date - (b.id % 9), ${now}::timestamptz::date + 12 - (b.id % 14), i.title,
      'Сведения считает недостоверными и просит исключить запись', ${security}, ${now}::timestamptz - interval '3 days'
    FROM blacklist_entry b JOIN blacklist_identity i ON i.entry_id = b.id WHERE b.state = 'ON_APPEAL'`.execute(
    db,
  )
  await sql`SELECT set_config('app.actor_id', '', true)`.execute(db)
}
