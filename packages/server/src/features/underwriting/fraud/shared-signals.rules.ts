import { counted } from '@ipoteka-office/contract/common/counted.ts'
import { mask } from '@ipoteka-office/contract/common/masks.ts'
import type { Figures } from '@ipoteka-office/contract/parameters/figures.ts'
import type { AgentRecord, FraudFacts, SharedMark, SharedTie } from './fraud-facts.ts'
import { evidence, fired, quiet, type SignRule, type SignRules, unknown } from './sign.rules.ts'

const employerPhone = 'телефон работодателя'
/** An employer's address is shared by everybody who works there. */
const employerAddress = 'адрес работодателя'
const people = ['человека', 'человек', 'человек'] as const
const peopleText = (count: number) => counted(count, people)

/** A phone is told as those see it who see no personal numbers: the graph shows it whole. */
const shownLabel = ({ kind, label }: Pick<SharedTie, 'kind' | 'label'>) =>
  kind === 'PHONE' ? mask('phone', label) : label

const evidenceOf = ({ kind, label, role, people: count, source, participantId, caseIds, roles }: SharedTie) =>
  evidence(
    `${role}: ${shownLabel({ kind, label })} — в заявках ${peopleText(count)}${roles.length > 0 ? ` (${roles.join(', ')})` : ''}`,
    { section: source, participantId, caseIds: [...caseIds] },
  )

const sharedRule =
  (
    of: (tie: SharedTie) => boolean,
    {
      isSuspicious = () => true,
      atLeast,
      nothing,
    }: { isSuspicious?: (tie: SharedTie) => boolean; atLeast?: number; nothing: string },
  ): SignRule =>
  ({ ties }, figures) => {
    const least = atLeast ?? figures['fraud-shared-applications']
    const norm = `меньше чем в заявках ${peopleText(least)}`
    const own = ties.filter(of)
    if (own.length === 0) return unknown(nothing, norm)
    const shared = own.filter((tie) => tie.people >= least && isSuspicious(tie))
    const most = Math.max(...own.map((tie) => tie.people))
    return shared.length > 0
      ? fired(
          `в заявках ${peopleText(Math.max(...shared.map((tie) => tie.people)))}`,
          norm,
          shared.map(evidenceOf),
        )
      : quiet(`в заявках ${peopleText(most)}`, norm)
  }

/** Colleagues share the phone of their employer; people of different employers, or at home, do not. */
const isForeignPhone = ({ employers, roles }: SharedTie) =>
  employers > 1 || roles.some((role) => role !== employerPhone)

const confirmedTie: SignRule = ({ confirmed }) => {
  const norm = 'общего с подтверждёнными случаями нет'
  return confirmed.length === 0
    ? quiet('общего не найдено', norm)
    : fired(
        counted(confirmed.length, [
          'подтверждённый случай',
          'подтверждённых случая',
          'подтверждённых случаев',
        ]),
        norm,
        confirmed.map(({ caseId, number, shared }) =>
          evidence(`Заявка ${number}: ${shared.join(', ')}`, { caseIds: [caseId] }),
        ),
      )
}

const markRule =
  (
    kind: SharedMark['kind'],
    of: (mark: SharedMark) => number,
    words: readonly [string, string, string],
  ): SignRule =>
  ({ marks }) => {
    const norm = `не больше чем у ${counted(1, words)}`
    if (marks === null)
      return unknown(
        'С какого устройства и адреса сохраняли анкету, не записано: отметки хранятся не вечно',
        norm,
      )
    const own = marks.filter((mark) => mark.kind === kind)
    if (own.length === 0) return unknown('Отметки партнёра в заявке нет: её заполняли сотрудники банка', norm)
    const shared = own.filter((mark) => of(mark) > 1)
    return shared.length === 0
      ? quiet(`у ${counted(1, words)}`, norm)
      : fired(
          `у ${counted(Math.max(...shared.map(of)), words)}`,
          norm,
          shared.map((mark) =>
            evidence(`${mark.label}: ${counted(of(mark), words)}`, { caseIds: [...mark.caseIds] }),
          ),
        )
  }

const shareOf = ({ decided, rejected }: AgentRecord) => Math.round((rejected * 100) / decided)

const agentRejections: SignRule = ({ agents }: FraudFacts, figures: Figures) => {
  const limit = Number(figures['fraud-agent-rejections'])
  const norm = `меньше ${limit} % за ${counted(figures['fraud-agent-days'], ['день', 'дня', 'дней'])}`
  if (agents.length === 0) return quiet('заявку ведёт банк', norm)
  const known = agents.filter(({ decided }) => decided >= figures['fraud-agent-cases'])
  if (known.length === 0)
    return unknown(
      `По заявкам сотрудника партнёра меньше ${counted(figures['fraud-agent-cases'], ['решения', 'решений', 'решений'])}: долю отказов не считают`,
      norm,
    )
  const told = known.map((agent) => evidence(`${agent.name}: отказов ${agent.rejected} из ${agent.decided}`))
  const most = Math.max(...known.map(shareOf))
  return most >= limit ? fired(`${most} % отказов`, norm, told) : quiet(`${most} % отказов`, norm, told)
}

/** A loan has an account and no object, a mortgage the other way round: told by the section that describes it. */
const where =
  (section: 'LOAN' | 'CREDIT', rule: SignRule): SignRule =>
  (facts, figures) =>
    facts.own.sections[section] === undefined ? null : rule(facts, figures)

/** Signs that the application shares something with others. */
export const sharedSignals: SignRules = {
  SHARED_PHONE: sharedRule(({ kind, role }) => kind === 'PHONE' && role !== employerPhone, {
    nothing: 'Телефон участников не указан',
  }),
  SHARED_EMAIL: sharedRule(({ kind }) => kind === 'EMAIL', { nothing: 'Электронная почта не указана' }),
  SHARED_ADDRESS: sharedRule(({ kind, role }) => kind === 'ADDRESS' && role !== employerAddress, {
    nothing: 'Адреса участников не указаны',
  }),
  SHARED_EMPLOYER_PHONE: sharedRule(({ role }) => role === employerPhone, {
    isSuspicious: isForeignPhone,
    nothing: 'Телефон работодателя не указан',
  }),
  // Nobody gives an account to a stranger, and one flat is not bought twice at once.
  SHARED_ACCOUNT: where(
    'LOAN',
    sharedRule(({ kind }) => kind === 'ACCOUNT', { atLeast: 2, nothing: 'Счёт не указан' }),
  ),
  SHARED_OBJECT: where(
    'CREDIT',
    sharedRule(({ kind }) => kind === 'OBJECT', {
      atLeast: 2,
      nothing: 'Предмет ипотеки с кадастровым номером не указан',
    }),
  ),
  CONFIRMED_TIE: confirmedTie,
  SHARED_DEVICE: markRule('DEVICE', ({ people: count }) => count, [
    'сотрудника',
    'сотрудников',
    'сотрудников',
  ]),
  SHARED_NETWORK: markRule('NETWORK', ({ partners }) => partners, ['партнёра', 'партнёров', 'партнёров']),
  AGENT_REJECTIONS: agentRejections,
}
