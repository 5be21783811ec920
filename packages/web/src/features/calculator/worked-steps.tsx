import type { WorkedStep } from '@ipoteka-office/contract/calculator/calculators.ts'
import styles from './calculator.module.css'

/** «Как посчитано»: the steps of a computation with the version of its method. */
export function WorkedSteps({ steps, version }: { steps: readonly WorkedStep[]; version: string }) {
  return (
    <>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.title}>
            <b>{step.title}:</b> {step.formula} = <span className="nowrap">{step.result}</span>
          </li>
        ))}
      </ol>
      <p className="small muted">Версия методики {version}</p>
    </>
  )
}
