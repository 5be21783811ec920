import {
  type CommitteeVote,
  type CommitteeVoteCode,
  committeeVotes,
} from '@ipoteka-office/contract/underwriting/committee.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Tag, type Tone } from '#ui/tag.tsx'
import styles from './committee.module.css'

const tones: Readonly<Record<CommitteeVoteCode, Tone>> = {
  FOR: 'green',
  FOR_TERMS: 'green',
  AGAINST: 'red',
  COUNTER: 'amber',
  ABSTAIN: 'neutral',
}

/** What members have said, each with their grounds. */
export function Votes({ votes }: { votes: readonly CommitteeVote[] }) {
  return (
    <ul className={styles.votes}>
      {votes.map(({ id, member, chairman, at, vote, terms, reasons, comment }) => (
        <li key={id}>
          <Tag tone={tones[vote]}>{committeeVotes[vote]}</Tag> <b>{member.fullName}</b>
          <span className="muted small">
            {chairman && ' председатель,'} {formatDateTime(at)}
          </span>
          <p className={styles.words}>
            {[comment, terms && `Условие: ${terms}`, reasons.map(({ name }) => name).join('; ')]
              .filter((words) => words !== '')
              .join('. ')}
          </p>
        </li>
      ))}
    </ul>
  )
}
