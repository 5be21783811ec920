import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ErrorType, errorTypes } from '@ipoteka-office/contract/common/error-types.ts'
import { expect, it } from 'vitest'
import { contractEndpoints } from '#testing/contract-endpoints.ts'

/**
 * Types whose areas are not built yet, with the addresses by which such an area will be known: whoever mounts the first of
 * them answers with the type and takes the line out.
 */
const toCome: Readonly<Partial<Record<ErrorType, { readonly area: string; readonly paths: RegExp }>>> = {
  ER_CAMUNDA_SERVICE_NOTIFICATION: { area: 'внешний движок процессов', paths: /camunda|process-message/i },
  ER_VARIABLE_TYPE_MISMATCH: { area: 'переменные процессов', paths: /variable/i },
  ER_DYNAMIC_STUB_STATE: { area: 'управление заглушками', paths: /stub/i },
  ER_ELECTRONIC_MORTGAGE_ADD: { area: 'электронные закладные', paths: /electronic-?mortgage|pledge/i },
  ER_EMPTY_ISSUE_TECH: { area: 'выдача кредита', paths: /issue-?tech|loanDelivery\/update|\/issuance/i },
  ER_RR_AUTO_CREATION_FAILED: { area: 'Росреестр', paths: /rosregistry/i },
  ER_RR_OPERATION_PROHIBITED: { area: 'Росреестр', paths: /rosregistry/i },
  ER_RR_VALIDATION_FAILED: { area: 'Росреестр', paths: /rosregistry/i },
  ER_RR_WRONG_SUBJECT: { area: 'Росреестр', paths: /rosregistry/i },
  ER_SUPPLY_SIGNATURE_FROM_SIGNER: { area: 'подписание', paths: /sign(?:ing|ature)/i },
  ER_TRANSFER_DOCUMENT_SIGNERS: { area: 'подписанты документов', paths: /signer/i },
  EGRN_REG_RIGHT_VALIDATION_ERROR_EVENT: { area: 'регистрация прав', paths: /rosregistry|egrn/i },
  DOCUMENT_SHOULD_PASS_TO_DEPOSITORY_VALIDATION_ERROR_EVENT: {
    area: 'депозитарий',
    paths: /deposit(?:ory|ary)/i,
  },
  PLEDGE_OF_SUBJECT_SHOULD_BE_CREATED_MANUALLY_ERROR_EVENT: { area: 'залоги', paths: /pledge/i },
  ERROR_NO_NA_ID_EVENT: { area: 'учётная система банка', paths: /accounting|\/na\//i },
}
const isToCome = (type: ErrorType) => toCome[type] !== undefined

/** Everything the server and the contract's own calls say, but for the registry and the tests. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() &&
    entry.name.endsWith('.ts') &&
    !entry.name.endsWith('.test.ts') &&
    entry.name !== 'error-types.ts' &&
    !entry.parentPath.includes('/testing')
      ? [readFileSync(join(entry.parentPath, entry.name), 'utf8')]
      : [],
  )
}
const server = join(import.meta.dirname, '..')
const said = [...sources(server), ...sources(join(server, '../../contract/src'))].join('\n')
const isSaid = (type: ErrorType) => said.includes(`'${type}'`)

it('every type of an area that is there is answered somewhere', () => {
  expect(errorTypes.filter((type) => !isToCome(type) && !isSaid(type))).toEqual([])
})

it('a type that is answered is not waited for', () => {
  expect(errorTypes.filter((type) => isToCome(type) && isSaid(type))).toEqual([])
})

it('no area is there without its type', async () => {
  // Words of an area are in dictionaries before the area is.
  const paths = [...(await contractEndpoints()).values()]
    .map(({ path }) => path)
    .filter((path) => !path.startsWith('/reference/'))
  expect(paths.length).toBeGreaterThan(200)
  const forgotten = Object.entries(toCome).flatMap(([type, { area, paths: known }]) => {
    const found = paths.filter((path) => known.test(path))
    return found.length > 0 ? [`${type} (${area}): ${found.join(', ')}`] : []
  })
  expect(forgotten).toEqual([])
})
