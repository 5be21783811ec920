import { describe, expect, it } from 'vitest'
import { specifiedScreens } from '#testing/specified-screens.ts'
import { plainPath } from '#theme/page-look.ts'
import { routes } from '../../routes.ts'
import { absentScreenAt, absentScreens } from './absent-screens.ts'
import { parseSearchText, searchTextOf } from './search-text.ts'

/** A path of a template: every parameter filled, those that may be left out filled or left out. */
const example = (template: string, optional: boolean) =>
  template.replace(/\/\{\w+\?\}/g, optional ? '/x1' : '').replace(/\{\w+\}/g, 'x1')

const builtPaths = (routes.children ?? []).flatMap((node) => ('path' in node ? [node.path ?? ''] : ['/']))
const isBuilt = (path: string) =>
  builtPaths
    .filter((template) => template !== '/$')
    .some((template) =>
      new RegExp(`^${template.replace(/\/\{-\$\w+\}/g, '(?:/[^/]+)?').replace(/\$\w+/g, '[^/]+')}/?$`).test(
        plainPath(path),
      ),
    )

describe('screens', () => {
  it.each(specifiedScreens)('%s opens a page or the one that says it is not there yet', (template) => {
    for (const path of [example(template, true), example(template, false)]) {
      expect(isBuilt(path) || absentScreenAt(path) !== null, path).toBe(true)
    }
  })

  it('lists as absent only what the specifications name and nobody has built', () => {
    const strays = Object.keys(absentScreens).filter(
      (template) => !specifiedScreens.some((s) => s === template) || isBuilt(example(template, true)),
    )
    expect(strays).toEqual([])
  })

  it.each([
    '/roles/x1',
    '/Roles',
    '/role',
    '/applications/all',
    '/template/kod',
    '/underwriting-form/1/2/3/4',
    '/blacklist/individuals',
    '//roles',
  ])('%s matches nothing: paths match exactly', (path) => {
    expect(absentScreenAt(path)).toBeNull()
  })
})

describe('the search of an address', () => {
  it('is plain text with commas as they are', () => {
    const search = { tab: 'active', levels: '2,3', from: '09:00', text: 'ё & %', none: '', page: 2 }
    const text = searchTextOf(search)
    expect(text).toContain('?tab=active&levels=2,3&from=09:00&')
    expect(parseSearchText(text)).toEqual({
      tab: 'active',
      levels: '2,3',
      from: '09:00',
      text: 'ё & %',
      page: '2',
    })
  })

  it('is nothing when there is nothing to say', () => {
    expect(searchTextOf({ a: undefined, b: null })).toBe('')
  })
})
