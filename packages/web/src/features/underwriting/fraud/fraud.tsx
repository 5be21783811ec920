import { lowered } from '#lib/words.ts'
import { casePath, fraudPath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { type FraudSheet, getFraudSheet } from '@ipoteka-office/contract/underwriting/fraud/fraud.ts'
import {
  fraudBands,
  fraudMeasures,
  fraudVerdicts,
} from '@ipoteka-office/contract/underwriting/fraud/fraud-signals.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { Parts } from '#ui/parts.tsx'
import { Tag } from '#ui/tag.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { CasePage } from '#widgets/case/case-page.tsx'
import { DecisionPages } from '#widgets/case/decision-pages.tsx'
import { LoadedCase } from '#widgets/case/loaded-case.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { OfProduct } from '../of-product.tsx'
import styles from './fraud.module.css'
import type { FraudPart } from './fraud-search.ts'
import { bandTones, verdictTones } from './fraud-tones.ts'
import { SignalsPart } from './signals-part.tsx'

// Most who look at the signs draw no graph, and give and read no verdict.
const ConnectionsPart = latePart(
  async () => (await import('./connections-part.tsx')).ConnectionsPart,
  <PageSkeleton kind="form" />,
)
const VerdictsPart = latePart(
  async () => (await import('./verdicts-part.tsx')).VerdictsPart,
  <PageSkeleton kind="form" />,
)
const VerdictDialog = onDemand(async () => (await import('./verdict-dialog.tsx')).VerdictDialog)

interface Opened {
  readonly part: FraudPart | undefined
  readonly onPart: (part: FraudPart) => void
}

/** «Проверка на мошенничество»: signs, connections, verdicts. */
export function FraudPage({ id, path, ...opened }: Opened & { id: string; path: string }) {
  return (
    <LoadedCase id={id}>
      {(head) => (
        <OfProduct address={fraudPath(head.type, head.id)} path={path}>
          <Fraud head={head} {...opened} />
        </OfProduct>
      )}
    </LoadedCase>
  )
}

function Fraud({ head, ...opened }: Opened & { head: CaseHead }) {
  usePagePlace({ text: `№ ${head.number}`, href: casePath(head.type, head.id) }, 'Проверка на мошенничество')
  const answer = useQuery(query(getFraudSheet, { params: { id: String(head.id) } }))
  useCaseRefresh(head.id, ['head', 'participants', 'fraud', 'checks', 'control'], () => void answer.refetch())
  return (
    <CasePage head={head} panel="folded">
      <DecisionPages head={head} here="fraud" />
      <div className={styles.sheet}>
        {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isPending && <PageSkeleton kind="form" />}
        {answer.data && <Sheet head={head} sheet={answer.data} {...opened} />}
      </div>
    </CasePage>
  )
}

function Sheet({ head, sheet, part, onPart }: Opened & { head: CaseHead; sheet: FraudSheet }) {
  const [judging, setJudging] = useState(false)
  const fired = sheet.signals.filter(({ state }) => state === 'FIRED').length
  return (
    <>
      <Score sheet={sheet} onJudge={() => setJudging(true)} />
      <Parts
        label="Части проверки"
        value={part ?? 'signals'}
        onChange={onPart}
        parts={[
          {
            key: 'signals',
            label: 'Признаки',
            count: fired,
            draw: () => <SignalsPart head={head} sheet={sheet} />,
          },
          {
            key: 'connections',
            label: 'Связи',
            draw: () =>
              sheet.connectable.enabled ? (
                <ConnectionsPart caseId={head.id} />
              ) : (
                <p className="muted">{sheet.connectable.reasonDisabled}.</p>
              ),
          },
          {
            key: 'verdicts',
            label: 'Вердикты и похожие дела',
            count: sheet.verdicts.length,
            draw: () => <VerdictsPart sheet={sheet} />,
          },
        ]}
      />
      {judging && <VerdictDialog sheet={sheet} onClose={() => setJudging(false)} />}
    </>
  )
}

/** How much the signs say together, between the bounds that the bank has set, and what was decided. */
function Score({ sheet, onJudge }: { sheet: FraudSheet; onJudge: () => void }) {
  const { score, band, bounds, signals, verdicts, verdictable, computedAt } = sheet
  const [inForce] = verdicts
  const unknown = signals.filter(({ state }) => state === 'UNKNOWN').length
  const end = Math.max(bounds.high * 1.5, score)
  const at = (points: number) => `${Math.min(100, (points / end) * 100)}%`
  return (
    <section className={cx('card', styles.score)} aria-label="Итог признаков">
      <div className={styles.points}>
        <p>
          <b className={styles.figure}>{score}</b>{' '}
          <Tag tone={bandTones[band]}>{`${fraudBands[band]} риск`}</Tag>
        </p>
        <div className={styles.track} aria-hidden="true">
          <span className={styles[band.toLowerCase()]} style={{ width: at(score) }} />
          <i style={{ left: at(bounds.medium) }} />
          <i style={{ left: at(bounds.high) }} />
        </div>
        <p className="muted small">
          Баллы сработавших признаков: средний риск с {bounds.medium}, высокий с {bounds.high}. Посчитано{' '}
          {formatDateTime(computedAt)}
          {unknown > 0 && `; не определено признаков: ${unknown}`}.
        </p>
      </div>
      <div className={styles.verdict}>
        {inForce ? (
          <>
            <p>
              <Tag tone={verdictTones[inForce.verdict]}>{fraudVerdicts[inForce.verdict]}</Tag>
            </p>
            <p className="small">
              {shortName(inForce.saidBy.fullName)}, {formatDateTime(inForce.saidAt)}
              {inForce.measures.length > 0 &&
                `: ${inForce.measures.map((one) => lowered(fraudMeasures[one])).join(', ')}`}
            </p>
          </>
        ) : (
          <p className="muted">Вердикта ещё нет</p>
        )}
        <Button
          look={inForce ? 'default' : 'primary'}
          disabledReason={verdictable.reasonDisabled}
          onClick={onJudge}
        >
          {inForce ? 'Новый вердикт' : 'Дать вердикт'}
        </Button>
      </div>
    </section>
  )
}
