import { describe, expect, it } from 'vitest'
import { readQuery } from './address-query.rules.ts'

const first = (text: string) => {
  const [reading] = readQuery(text)
  return (
    reading && { words: reading.words.join(' '), open: reading.open, house: reading.house?.number ?? null }
  )
}

describe('a query', () => {
  it.each([
    ['казань', 'казань', true, null],
    ['Казань ', 'казань', false, null],
    ['г. Казань, ул. Баумана', 'казань баумана', true, null],
    ['казань баумана 5', 'казань баумана', false, '5'],
    ['казань, ул Баумана, д. 5 к 2 кв 7', 'казань баумана', false, '5к2'],
    ['екатеринбург 8 марта', 'екатеринбург 8 марта', true, null],
    ['екатеринбург 8 марта 5', 'екатеринбург 8 марта', false, '5'],
    ['москва 3-я парковая 10/2', 'москва 3 парковая', false, '10/2'],
    ['санкт-петербург', 'санкт петербург', true, null],
    ['спб невский пр 12', 'санкт петербург невский', false, '12'],
    ['ул им Ленина', 'ленина', true, null],
    ['Молодёжная', 'молодежная', true, null],
    ['д Ивановка', 'ивановка', true, null],
    ['улица', 'улица', true, null],
    ['1905 года', '1905 года', true, null],
  ])('«%s» asks for %j', (text, words, open, house) => {
    expect(first(text)).toEqual({ words, open, house })
  })

  it('with a bare number at the end may mean a house or a name', () => {
    expect(
      readQuery('москва парковая 5').map(({ words, house }) => [words.join(' '), house?.number]),
    ).toEqual([
      ['москва парковая', '5'],
      ['москва парковая 5', undefined],
    ])
    expect(readQuery('москва парковая 5 к 2')).toHaveLength(1)
  })

  it('with a number in the middle may mean a house there', () => {
    expect(readQuery('ленина 5 казань').map(({ words, house }) => [words.join(' '), house?.number])).toEqual([
      ['ленина 5 казань', undefined],
      ['ленина казань', '5'],
    ])
  })

  it('that ends with a type asks for streets of it', () => {
    expect(readQuery('казань улица')[0]).toMatchObject({ words: ['казань'], ofType: 'ул' })
    expect(readQuery('московская обл')[0]).toMatchObject({ words: ['московская'], ofType: null })
  })

  it.each(['', ' ', ',,,', '—', '😀😀', '/', '-'])('of nothing (%j) has no reading', (text) => {
    expect(readQuery(text)).toEqual([])
  })

  it('is never read for more words than an address has', () => {
    const [reading] = readQuery(Array.from({ length: 200 }, (_, at) => `слово${at}`).join(' '))
    expect(reading?.words.length).toBeLessThanOrEqual(8)
  })
})
