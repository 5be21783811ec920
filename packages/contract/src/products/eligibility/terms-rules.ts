import type { ObjectWorth } from '../../cases/monthly-means.ts'
import type { Asked as AskedOf } from '../version/version-parts.ts'
import type { ProductTerms } from './product-terms.ts'
import { askerOf } from './askers.ts'
import { limitRules } from './limit-rules.ts'
import {
  type Asked,
  creditSection,
  creditSource,
  programmeOf,
  type ProgrammeRule,
  type RuleSpec,
  unknown,
} from './rule.ts'

/** Leads to the section that the case has: of a consumer loan the same fields stand in its own. */
const placed = (rule: ProgrammeRule, { data }: Asked): ProgrammeRule =>
  rule.source?.section === 'CREDIT' && creditSection(data) === 'LOAN'
    ? { ...rule, source: { ...rule.source, section: 'LOAN' } }
    : rule

/** A programme that nothing is released for passes nothing. */
const nothingReleased: ProgrammeRule = {
  code: 'programme',
  title: 'Условия программы',
  ...unknown('по программе нет выпущенного продукта', creditSource('programme')),
}

/** The requirements of a version, ready to be asked; one that the code no longer knows passes nothing. */
export const requirementsOf = (eligibility: readonly AskedOf[]): RuleSpec[] =>
  eligibility.map(
    ({ asker, values }) =>
      askerOf(asker)?.of(values) ?? {
        code: asker,
        title: 'Требование продукта',
        ask: () => unknown('записано с ошибкой: сообщите продуктологам', null),
      },
  )
export const askAll = (requirements: readonly RuleSpec[], asked: Asked): ProgrammeRule[] =>
  requirements.map(({ code, title, ask }) => ({ code, title, ...ask(asked) }))

/**
 * What the product of a questionnaire asks for and what is known of it; live in the form, the same on the server. Terms that
 * are null: nothing is released for the programme.
 */
export function termsRules(
  terms: Pick<ProductTerms, 'limits' | 'eligibility'> | null,
  data: Asked['data'],
  today: string,
  objects: readonly ObjectWorth[] = [],
): ProgrammeRule[] {
  const asked = { data, today, objects }
  if (programmeOf(data) === null) return []
  if (terms === null) return [placed(nothingReleased, asked)]
  const required = askAll(requirementsOf(terms.eligibility), asked)
  return [...required, ...limitRules(terms.limits, asked, new Set(required.map(({ code }) => code)))].map(
    (rule) => placed(rule, asked),
  )
}
