import { type AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { type CaseHead, visitCase } from '@ipoteka-office/contract/cases/cases.ts'
import { listLatestOpened } from '@ipoteka-office/contract/search/search.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { call } from '#api/call.ts'
import { keyOf } from '#api/query.ts'
import { cx } from '#ui/class-names.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { RoomStart } from '../room-start.ts'
import styles from './case.module.css'
import ownStyles from './case-page.module.css'
import { DecisionNotice } from './decision-notice.tsx'
import { CaseHeadCard, type HeadFact } from './case-head.tsx'
import { CasePanel } from './case-panel.tsx'
import { type CaseSectionLink, SectionList, SectionsMenu } from './section-list.tsx'
import { useSlimHead } from './use-slim-head.ts'

// Before an approval there are none.
const CaseConditions = latePart(
  async () => (await import('./conditions/case-conditions.tsx')).CaseConditions,
  null,
)

const BankAsks = latePart(async () => (await import('./answers/bank-asks.tsx')).BankAsks)

/** Stages in which the bank waits for an answer, and the one to which a case comes without it. */
const asking: ReadonlySet<string> = new Set(['WAITING_DOCS', 'COUNTER_OFFER', 'UNDERWRITING'])
const isAsked = ({ stage }: CaseHead): boolean => asking.has(stage)

/** What was decided, what the bank waits for, and of an approval what is to be done before the deal. */
const Decided = ({ head }: { head: CaseHead }) => (
  <>
    <DecisionNotice head={head} />
    {isAsked(head) && <BankAsks head={head} />}
    {head.decision?.outcome === 'APPROVE' && <CaseConditions head={head} />}
  </>
)

/** What a page of a case hands to the frame; everything but the head and the content may be left out. */
export interface CasePageProps {
  readonly head: CaseHead
  /** Beside «Сумма» and «Этап»: К/З, ПДН, ставка … */
  readonly facts?: readonly HeadFact[]
  /** The left list; without it the content takes its place. */
  readonly sections?: readonly CaseSectionLink[]
  /** Key of the open section. */
  readonly section?: string
  readonly onSection?: (key: string) => void
  /** Buttons before those of the machine, e.g. «Рассчитать». */
  readonly buttons?: ReactNode
  /** Actions of the machine that have a dialog of their own: code → what opens it. */
  readonly handlers?: Readonly<Record<string, (action: AllowedAction) => void>>
  /** Asked before the dialog of an action: saves what is typed; false keeps the person on the page. */
  readonly beforeMove?: (action: AllowedAction) => Promise<boolean>
  /** Sections that a remark may be about; `sections` when absent. */
  readonly remarkSections?: readonly { readonly key: string; readonly label: string }[]
  /** «Документы» of the right panel: a short list with a link to the section. */
  readonly documents?: ReactNode
  /** How the right panel begins on a wide screen. */
  readonly panel?: 'open' | 'folded'
  /** The content takes the whole width, e.g. a scan with its fields: the list of sections goes into a drop-down, the panel folds. */
  readonly room?: boolean
  /** Above the three columns: what was sent back, what is wrong. */
  readonly notice?: ReactNode
  readonly children: ReactNode
}

/** The frame of every page of a case: sticky head with actions, phase rail, sections, content, right panel. */
export function CasePage({
  head,
  facts = [],
  sections,
  section,
  onSection,
  buttons,
  handlers,
  beforeMove,
  remarkSections,
  documents,
  panel = 'open',
  room = false,
  notice,
  children,
}: CasePageProps) {
  const place = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const { slim, height, room: kept } = useSlimHead(place, top)
  const { id } = head
  const [current, onOpen] = [section ?? null, onSection]
  const client = useQueryClient()
  useEffect(() => {
    call(visitCase, { params: { id: String(id) }, body: {} }, { quiet: true }).then(
      // The search may be open already and show what was opened before.
      () => client.invalidateQueries({ queryKey: keyOf(listLatestOpened) }),
      // Not kept among the latest opened: nothing that the person has to hear of.
      () => undefined,
    )
  }, [id, client])
  return (
    <div
      className={cx(ownStyles.page, slim && ownStyles.slimPage)}
      style={{ '--case-head': `${height}px` } as CSSProperties}
    >
      <div ref={place} />
      <div className={ownStyles.place} style={slim ? { minHeight: kept } : undefined}>
        <div ref={top} className={styles.top}>
          <CaseHeadCard
            head={head}
            slim={slim}
            facts={facts}
            buttons={buttons}
            handlers={handlers ?? {}}
            beforeMove={beforeMove}
          />
        </div>
      </div>
      {!room && <Decided head={head} />}
      {notice}
      <div className={sections && !room ? styles.columns : styles.columnsBare} data-room={room || undefined}>
        {sections && !room && <SectionList {...{ sections, current, onOpen }} />}
        <RoomStart value={sections && room ? <SectionsMenu {...{ sections, current, onOpen }} /> : null}>
          <div className={ownStyles.content}>{children}</div>
        </RoomStart>
        <CasePanel
          head={head}
          sections={remarkSections ?? sections ?? []}
          onSection={onSection}
          documents={documents}
          folded={room || panel === 'folded'}
        />
      </div>
    </div>
  )
}
