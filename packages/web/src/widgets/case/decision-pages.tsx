import {
  changeHistoryPath,
  checksPath,
  controlPath,
  decisionPath,
  enginePath,
  fraudPath,
  formPath,
  objectPath,
  summaryPath,
} from '@ipoteka-office/contract/cases/case-links.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { type Rights, useRights } from '#api/rights.ts'
import { HrefLink } from '../href-link.tsx'
import styles from './decision-pages.module.css'

const pages = {
  summary: ['Сводка', summaryPath],
  form: ['Андеррайтинг заёмщика', (type, id) => formPath(type, id)],
  checks: ['Автопроверки', checksPath],
  engine: ['Ответы СПР', enginePath],
  control: ['Контроль физлица', controlPath],
  fraud: ['Мошенничество', fraudPath],
  object: ['Объект', objectPath],
  decision: ['Решение', decisionPath],
  history: ['История изменений', changeHistoryPath],
} as const satisfies Readonly<
  Record<string, readonly [string, (type: CaseHead['type'], id: number) => string]>
>
type DecisionPage = keyof typeof pages

const isSecured = (type: CaseType) => caseTypes[type].places?.includes('REALTY_OBJECTS') ?? false

/** The pages that somebody may open of an application; the bank decides, and people of partners have none of them. */
export const decisionPagesFor = (type: CaseType, { isAhml }: Pick<Rights, 'isAhml'>): DecisionPage[] =>
  isAhml ? (Object.keys(pages) as DecisionPage[]).filter((page) => page !== 'object' || isSecured(type)) : []

/** The other pages on which an application is decided about: the same ones in the same order on each of them. */
export function DecisionPages({
  head: { type, id },
  here,
}: {
  head: Pick<CaseHead, 'type' | 'id'>
  here: DecisionPage
}) {
  const others = decisionPagesFor(type, useRights()).filter((page) => page !== here)
  if (others.length === 0) return null
  return (
    <nav className={styles.links} aria-label="Страницы заявки">
      {others.map((page) => {
        const [name, pathOf] = pages[page]
        return (
          <HrefLink key={page} href={pathOf(type, id)}>
            {name}
          </HrefLink>
        )
      })}
    </nav>
  )
}
