import { z } from 'zod'
import { SearchText, Version, VersionQuery } from '../common/items.ts'
import { Id, IdParam, requiredText } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'

/** An operation with the names people read. */
export const OperationRef = z.object({
  objectType: z.string(),
  objectTypeName: z.string(),
  code: z.string(),
  descriptor: z.string(),
})
export type OperationRef = z.output<typeof OperationRef>

const Word = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'Латинские буквы, цифры и подчёркивание, первой — буква')

/** Operation codes by object type; which exist is for the server to say. */
export const RoleOperations = z
  .record(Word, z.array(Word).max(200))
  .refine((map) => Object.keys(map).length <= 200, 'Не более 200 типов объектов')
  .transform(
    (map): Record<string, string[]> =>
      Object.fromEntries(
        Object.entries(map)
          .filter(([, list]) => list.length > 0)
          .map(([object, list]) => [object, [...new Set(list)].sort()]),
      ),
  )

/** An operation of the catalogue. */
export const Operation = OperationRef.extend({
  id: Id,
  /** Of the product: its codes stay, it cannot be deleted. */
  builtin: z.boolean(),
  /** Roles that hold it, the disabled ones too. */
  rolesCount: z.int(),
  version: z.int(),
})
export type Operation = z.output<typeof Operation>

export const OperationInput = z.object({ objectType: Word, code: Word, descriptor: requiredText(200) })
export type OperationInput = z.output<typeof OperationInput>

const list = can('UserRole', 'List')
const update = can('UserRole', 'Update')
const Key = z.object({ id: IdParam })

export const listOperations = endpoint({
  method: 'GET',
  path: '/partner/operation',
  summary: 'Каталог операций',
  access: list,
  query: z.object({ query: SearchText.default(''), objectType: z.string().max(64).optional() }),
  response: z.array(Operation),
})
/** 400 on `code` when the object type has such an operation. */
export const createOperation = endpoint({
  method: 'POST',
  path: '/partner/operation',
  summary: 'Новая операция',
  access: update,
  idempotent: true,
  body: OperationInput,
  response: Operation,
})
export const getNewOperation = endpoint({
  method: 'GET',
  path: '/partner/operation/new',
  summary: 'Заготовка новой операции',
  access: update,
  response: z.object({ objectType: z.string(), code: z.string(), descriptor: z.string() }),
})
export const getOperation = endpoint({
  method: 'GET',
  path: '/partner/operation/:id',
  summary: 'Операция',
  access: list,
  params: Key,
  response: Operation,
})
/** Codes of a builtin operation, or of one that roles hold, do not change: 409. */
export const updateOperation = endpoint({
  method: 'PUT',
  path: '/partner/operation/:id',
  summary: 'Изменение операции',
  access: update,
  params: Key,
  body: OperationInput.extend({ version: Version }),
  response: Operation,
})
/** 409 for a builtin one and while roles hold it. */
export const deleteOperation = endpoint({
  method: 'DELETE',
  path: '/partner/operation/:id',
  summary: 'Удаление операции',
  access: update,
  params: Key,
  query: VersionQuery,
})
