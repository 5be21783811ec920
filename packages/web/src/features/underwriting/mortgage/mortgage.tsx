import { casePath, objectPath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  getObjectReview,
  getObjectSheet,
  type ObjectReview,
} from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { Parts } from '#ui/parts.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { useWholeCaseRefresh } from '#widgets/case/case-data.ts'
import { CasePage } from '#widgets/case/case-page.tsx'
import { DecisionPages } from '#widgets/case/decision-pages.tsx'
import { LoadedCase } from '#widgets/case/loaded-case.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { ObjectFiguresCard } from './figures-card.tsx'
import { isObjectTab, type ObjectTab, objectTabs } from './object-tabs.ts'
import { tabParts } from './tab-parts.tsx'
import styles from './mortgage.module.css'

interface Opened {
  readonly tab: string | undefined
  readonly object: string | undefined
  readonly onOpen: (href: string) => void
}

/** «Андеррайтинг предмета ипотеки»: what the bank finds of the object of the deal, tab by tab. */
export function MortgagePage({ id, ...opened }: Opened & { id: string }) {
  return (
    <LoadedCase id={id}>
      {(head) =>
        caseTypes[head.type].places?.includes('REALTY_OBJECTS') &&
        (opened.tab === undefined || isObjectTab(opened.tab)) ? (
          <Objects head={head} {...opened} />
        ) : (
          <NotFound />
        )
      }
    </LoadedCase>
  )
}

function Objects({ head, ...opened }: Opened & { head: CaseHead }) {
  usePagePlace({ text: `№ ${head.number}`, href: casePath(head.type, head.id) }, 'Объект')
  const answer = useQuery(query(getObjectSheet, { params: { id: String(head.id) } }))
  useWholeCaseRefresh(head.id, () => void answer.refetch())
  return (
    <CasePage head={head} panel="folded">
      <DecisionPages head={head} here="object" />
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <PageSkeleton kind="form" />}
      {answer.data && <Chosen head={head} sheet={answer.data} {...opened} />}
    </CasePage>
  )
}

type Sheet = ResponseOf<typeof getObjectSheet>

function Chosen({ head, sheet, tab, object, onOpen }: Opened & { head: CaseHead; sheet: Sheet }) {
  const { objects, activeId } = sheet
  const chosen = object === undefined || object === 'active' ? activeId : Number(object)
  const found = objects.find(({ id }) => id === chosen)
  const open = (next: ObjectTab, of: number | 'active') => onOpen(objectPath(head.type, head.id, next, of))
  const current = tab !== undefined && isObjectTab(tab) ? tab : 'object'
  const of = found === undefined || found.id === activeId ? 'active' : found.id
  if (objects.length === 0)
    return (
      <section className={cx('card', styles.box)}>
        <Empty
          title="Объект ещё не описан"
          text="Экспертиза начинается, когда партнёр описал предмет ипотеки."
        >
          <HrefLink href={`/realty-object-edit/${head.id}`}>Предметы ипотеки заявки</HrefLink>
        </Empty>
      </section>
    )
  if (found === undefined) return <NotFound />
  return (
    <div className={styles.page}>
      {objects.length > 1 && (
        <div className={styles.chooser}>
          <span id="object-chooser">Объект</span>
          <SingleSelect
            aria-labelledby="object-chooser"
            value={String(found.id)}
            options={objects.map(({ id, title, removed }) => ({
              code: String(id),
              name: `${title}${id === activeId ? ' — объект сделки' : ''}${removed ? ' — снят' : ''}`,
            }))}
            onChange={(id) => open(current, Number(id) === activeId ? 'active' : Number(id))}
          />
        </div>
      )}
      <Review key={found.id} head={head} objectId={found.id} tab={current} onTab={(next) => open(next, of)} />
    </div>
  )
}

function Review({
  head,
  objectId,
  tab,
  onTab,
}: {
  head: CaseHead
  objectId: number
  tab: ObjectTab
  onTab: (tab: ObjectTab) => void
}) {
  const params = { id: String(head.id), objectId: String(objectId) }
  const answer = useQuery(query(getObjectReview, { params }))
  const refresh = () => void answer.refetch()
  useWholeCaseRefresh(head.id, refresh)
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={refresh} />
  if (answer.isPending) return <PageSkeleton kind="form" />
  return <Examined head={head} review={answer.data} tab={tab} onTab={onTab} onChanged={refresh} />
}

const countOf = ({ holds }: ObjectReview, tab: ObjectTab): number | undefined => {
  const count = tab === 'decision' ? 0 : holds.filter(({ part }) => part === objectTabs[tab].part).length
  return count === 0 ? undefined : count
}

function Examined({
  head,
  review,
  tab,
  onTab,
  onChanged,
}: {
  head: CaseHead
  review: ObjectReview
  tab: ObjectTab
  onTab: (tab: ObjectTab) => void
  onChanged: () => void
}) {
  const { object } = review
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <h2 className={styles.title}>
          {object.address?.value ?? object.typeName}
          {object.removed && <span className="muted"> (снят с заявки)</span>}
        </h2>
        <Parts
          label="Экспертиза объекта"
          value={tab}
          onChange={onTab}
          parts={(Object.keys(objectTabs) as ObjectTab[]).map((key) => ({
            key,
            label: objectTabs[key].label,
            count: countOf(review, key),
            draw: () => tabParts[key]({ head, review, onChanged, onTab }),
          }))}
        />
      </div>
      <ObjectFiguresCard review={review} onTab={onTab} />
    </div>
  )
}
