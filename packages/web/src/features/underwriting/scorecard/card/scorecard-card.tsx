import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { getScorecard } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { useRecordRefresh } from '#widgets/live-refresh.ts'
import { ScorecardEditor } from './scorecard-editor.tsx'

interface CardProps {
  readonly id: string
  readonly onBack: () => void
  readonly onOpened: (id: number) => void
}

function Loaded({ id, ...rest }: CardProps) {
  const answer = useQuery(query(getScorecard, { params: { id } }))
  useRecordRefresh(topics.scorecards, answer, () => void answer.refetch())
  if (answer.isError && !answer.data)
    return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <PageSkeleton kind="form" />
  return <ScorecardEditor card={answer.data} {...rest} />
}

/** A version of the scorecard by its number in the address. */
export function ScorecardCard(props: CardProps) {
  return IdParam.safeParse(props.id).success ? <Loaded key={props.id} {...props} /> : <NotFound />
}
