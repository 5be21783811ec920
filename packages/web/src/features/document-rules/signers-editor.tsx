import { signerRoles, signingMethods } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { type Control, useFieldArray } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import styles from './signers-editor.module.css'
import type { RuleValues } from './rule-form-values.ts'

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([code, name]) => ({ code, name }))
const roles = optionsOf(signerRoles)
const methods = optionsOf(signingMethods)
const maxSigners = 10

/** Who signs the document, in order, and how. */
export function SignersEditor({ control, readOnly }: { control: Control<RuleValues>; readOnly: boolean }) {
  const { fields, append, remove, move } = useFieldArray({ control, name: 'signers' })
  return (
    <div className={styles.signers}>
      <ol>
        {fields.map(({ id }, at) => (
          <li key={id}>
            <Field
              control={control}
              name={`signers.${at}.role`}
              label={`Подписант ${at + 1}`}
              disabled={readOnly}
            >
              {(input) => <SingleSelect {...input} options={roles} />}
            </Field>
            <Field
              control={control}
              name={`signers.${at}.method`}
              label="Чем подписывает"
              disabled={readOnly}
            >
              {(input) => <SingleSelect {...input} options={methods} />}
            </Field>
            {!readOnly && (
              <span className={styles.buttons}>
                <Button
                  look="quiet"
                  aria-label={`Выше: подписант ${at + 1}`}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <Icon name="up" />
                </Button>
                <Button
                  look="quiet"
                  aria-label={`Удалить: подписант ${at + 1}`}
                  disabledReason={fields.length === 1 ? 'Нужен хотя бы один подписант' : null}
                  onClick={() => remove(at)}
                >
                  <Icon name="trash" />
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
      {!readOnly && (
        <Button
          disabledReason={fields.length >= maxSigners ? `Не более ${maxSigners} подписантов` : null}
          onClick={() => append({ role: 'CO_BORROWER', method: 'ANY' })}
        >
          <Icon name="plus" /> Добавить подписанта
        </Button>
      )}
    </div>
  )
}
