import { conditionText } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import { finishedCondition, type Tree, treeIssues } from './condition-values.ts'
import styles from './condition-words.module.css'
import { capital, type FactBook } from './fact-book.ts'

/** The condition in words, as it stands in the form now; unfinished questions are left out and counted. */
export function ConditionWords({ tree, book }: { tree: Tree; book: FactBook }) {
  const open = Object.keys(treeIssues(tree)).length
  return (
    <div className={styles.words} role="status" aria-label="Условие словами">
      <p>{capital(conditionText(finishedCondition(tree), book.nameOf))}</p>
      {open > 0 && <p className="muted small">Не дописано условий: {open}</p>}
    </div>
  )
}
