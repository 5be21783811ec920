import type {
  ReadinessGroup,
  ReadinessItem,
  ReadinessState,
} from '@ipoteka-office/contract/system/readiness.ts'
import type { SystemService } from '@ipoteka-office/contract/system/system.ts'

/** The card of the bank itself. */
export interface BankCard {
  readonly id: number
  readonly kpp: string | null
  readonly ogrn: string | null
  readonly address: string | null
  /** Null: a demo bank has none. */
  readonly bic: string | null
}

/** How many of everything there are. */
export interface Counts {
  readonly branches: number
  readonly partners: number
  /** Partners among them without a person who may sign in. */
  readonly emptyPartners: number
  /** Active people of the bank and its branches. */
  readonly people: number
  readonly signingIn: number
  /** Those of them who could sign in and have no role. */
  readonly withoutRole: number
  readonly administrators: number
  readonly fourEyes: boolean
  /** Departments that products in force send applications to and that have nobody active to check them. */
  readonly unattended: readonly string[]
  readonly mortgages: number
  readonly loans: number
}

/** What is said of a part; who changed it last comes from the history. */
export type Verdict = Omit<ReadinessItem, 'by' | 'at'>

const verdict =
  (group: ReadinessGroup, code: string, title: string, link: string | null) =>
  (state: ReadinessState, text: string): Verdict => ({ code, group, title, state, text, link })

/** The first that holds says how a part stands; the last one always does. */
type Finding = readonly [holds: boolean, state: ReadinessState, text: string]
const firstOf = (
  say: ReturnType<typeof verdict>,
  findings: readonly Finding[],
  otherwise: string,
): Verdict => {
  const [, state, text] = findings.find(([holds]) => holds) ?? [true, 'READY', otherwise]
  return say(state, text)
}

function ofRequisites({ id, kpp, ogrn, address }: BankCard, hasLicense: boolean): Verdict {
  const missing = [
    kpp === null && 'КПП',
    ogrn === null && 'ОГРН',
    address === null && 'юридический адрес',
    !hasLicense && 'номер лицензии Банка России (параметр)',
  ].filter((one) => one !== false)
  return firstOf(
    verdict('BANK', 'REQUISITES', 'Реквизиты банка', `/partner/${id}`),
    [
      [
        missing.length > 0,
        'NOT_READY',
        `Не указаны: ${missing.join(', ')}. Они стоят в документах и на страницах для клиентов`,
      ],
    ],
    'Указаны все',
  )
}

/** Where partners and people come from files. */
const loads = '/organisation-loads'

/** What the counts say of the bank, its people and what it sells. */
export function ofCounts(bank: BankCard, counts: Counts, idleRoles: readonly string[]): Verdict[] {
  const { branches, partners, emptyPartners, people, signingIn, withoutRole, administrators, unattended } =
    counts
  return [
    firstOf(
      verdict('BANK', 'BRANCHES', 'Филиалы', branches === 0 ? loads : '/partners'),
      [
        [
          branches === 0,
          'WARNING',
          'Филиалов нет: все дела ведёт головная организация. Если они есть, заведите или загрузите их',
        ],
      ],
      `Заведено: ${branches}`,
    ),
    firstOf(
      verdict('BANK', 'PARTNERS', 'Партнёры', partners === 0 ? loads : '/partners'),
      [
        [
          partners === 0,
          'WARNING',
          'Партнёров нет: заявки вводят только сотрудники банка. Заведите или загрузите их',
        ],
        [
          emptyPartners > 0,
          'WARNING',
          `Из ${partners} у ${emptyPartners} нет ни одного сотрудника со входом: заявки от них не придут`,
        ],
      ],
      `Заведено: ${partners}, у каждого есть кому войти`,
    ),
    firstOf(
      verdict(
        'PEOPLE',
        'EMPLOYEES',
        'Сотрудники банка',
        signingIn <= 1 ? loads : `/partner-employees/${bank.id}`,
      ),
      [
        [signingIn <= 1, 'NOT_READY', 'Войти может один человек. Заведите или загрузите сотрудников банка'],
        [
          withoutRole > 0,
          'WARNING',
          `Без ролей ${withoutRole} из ${signingIn}: они войдут и ничего не увидят`,
        ],
        [
          administrators <= 1,
          'WARNING',
          'Администратор один: в его отсутствие дать права некому. Дайте роль второму',
        ],
      ],
      `Работают ${people}, войти могут ${signingIn}`,
    ),
    firstOf(
      verdict('PEOPLE', 'ROLES', 'Роли', '/roles'),
      [
        [
          idleRoles.length > 0,
          'WARNING',
          `Никому не даны: ${idleRoles.join(', ')}. Дайте их или отключите лишние`,
        ],
        [
          !counts.fourEyes,
          'WARNING',
          'Изменения ролей действуют без второго человека. Когда администраторов двое, включите переключатель функций «Изменение ролей подтверждает второй человек»',
        ],
      ],
      'Каждая роль кому-то дана, изменения подтверждает второй человек',
    ),
    firstOf(
      verdict('PEOPLE', 'APPROVERS', 'Согласующие', `/partner-employees/${bank.id}`),
      [
        [
          unattended.length > 0,
          'NOT_READY',
          `Некому проверять заявки: ${unattended.join(', ')}. Включите сотрудников в согласующие на их карточках и задайте нагрузку`,
        ],
      ],
      'В каждом подразделении есть активные',
    ),
    firstOf(
      verdict('WORK', 'PRODUCTS', 'Продукты', '/products'),
      [
        [
          counts.mortgages + counts.loans === 0,
          'NOT_READY',
          'Ни один продукт не действует: выпустите версию с датой начала',
        ],
        [counts.mortgages === 0, 'WARNING', 'Ипотечных продуктов нет: ипотечные заявки не завести'],
        [counts.loans === 0, 'WARNING', 'Потребительских продуктов нет: такие заявки не завести'],
      ],
      `Действуют: ипотечных ${counts.mortgages}, потребительских ${counts.loans}`,
    ),
  ]
}

/** The bank, and what its card and its parameters lack; titles are those of the empty parameters. */
export const ofBank = (bank: BankCard, empty: ReadonlyMap<string, string>): Verdict[] => {
  const others = [...empty].filter(([code]) => code !== 'bank-license').map(([, title]) => `«${title}»`)
  return [
    ofRequisites(bank, !empty.has('bank-license')),
    firstOf(
      verdict('WORK', 'PARAMETERS', 'Параметры', '/parameters'),
      [
        [
          others.length > 0,
          'WARNING',
          `Банк не указал: ${others.join(', ')}. Остальные действуют как поставлены — сверьте с правилами банка`,
        ],
      ],
      'Указаны все; поставленные значения сверяйте с правилами банка',
    ),
  ]
}

/** The calendar of this year and, once the government has decided of it, of the next. */
export function ofCalendar(year: number, missing: readonly number[]): Verdict {
  return firstOf(
    verdict('WORK', 'CALENDAR', 'Производственный календарь', `/calendar?year=${missing[0] ?? year}`),
    [
      [
        missing.length > 0,
        'WARNING',
        `Предварительный: ${missing.join(' и ')}. Сверьте с постановлением о переносе выходных: от рабочих дней считаются сроки`,
      ],
    ],
    'Сверен с постановлением',
  )
}

const isLater = (one: string | null, other: string | null) =>
  one !== null && (other === null || Date.parse(one) > Date.parse(other))

/** A service by its last answers. */
function ofService({ code, name, mode, succeededAt, failedAt, failure }: SystemService): Verdict {
  const isMail = code === 'MESSAGES'
  return firstOf(
    verdict('SERVICES', code, name, mode === 'REAL' ? '/system' : null),
    [
      [
        isMail && mode !== 'REAL',
        'NOT_READY',
        'Не подключены: уведомления партнёрам остаются в системе, ссылки для пароля шлёт сервер входа',
      ],
      [
        mode === 'STAND_IN',
        'NOT_READY',
        'Отвечает учебный имитатор: подключите службу (docs/outside-services.md)',
      ],
      [
        mode === 'OFF',
        'WARNING',
        'Не подключена: её ответы вносят вручную, где это возможно (docs/outside-services.md)',
      ],
      [isLater(failedAt, succeededAt), 'NOT_READY', `Не отвечает: ${failure ?? 'причина не названа'}`],
      [succeededAt === null, 'WARNING', 'Подключена, но ещё ни разу не ответила: сделайте пробную заявку'],
    ],
    'Подключена и отвечает',
  )
}

/** Up to when the bank can be restored, and when that was last tried. */
export interface Copies {
  readonly until: Date | null
  readonly rehearsedAt: Date | null
}

const hour = 3_600_000
const week = 7 * 24 * hour

/** The copies of the bank: one of the last day, and a rehearsal of the last week. */
export function ofCopies({ until, rehearsedAt }: Copies, now: Date, oldestMs: number): Verdict {
  const age = (moment: Date) => now.getTime() - moment.getTime()
  return firstOf(
    verdict('KEEPING', 'BACKUP', 'Резервная копия', '/system'),
    [
      [
        until === null,
        'NOT_READY',
        'Копии нет: задайте BACKUP_DIR и BACKUP_KEY, поставьте npm run backup в расписание',
      ],
      [
        until !== null && age(until) > oldestMs,
        'NOT_READY',
        `Последней копии ${until === null ? 0 : Math.floor(age(until) / hour)} ч: проверьте расписание npm run backup`,
      ],
      [
        rehearsedAt === null || age(rehearsedAt) > week,
        'WARNING',
        'Копия свежая, но за неделю её ни разу не пробовали восстановить: npm run backup:rehearse',
      ],
    ],
    'Свежая, и на этой неделе из неё восстанавливали',
  )
}

/** All outside services, mail among them. */
export const ofServices = (services: readonly SystemService[]): Verdict[] => services.map(ofService)
