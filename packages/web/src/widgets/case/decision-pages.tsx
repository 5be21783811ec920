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

/** The other pages on which an application is decided about: the same ones in the same order on each of them. */
export function DecisionPages({
  head: { type, id },
  here,
}: {
  head: Pick<CaseHead, 'type' | 'id'>
  here: DecisionPage
}) {
  const others = (Object.keys(pages) as DecisionPage[]).filter(
    (page) => page !== here && (page !== 'object' || isSecured(type)),
  )
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
