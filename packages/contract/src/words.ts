/** Words as they go on within a sentence: «Женат / замужем» → «женат / замужем». Abbreviations such as ПДН, К/З or QR stay. */
export const lowered = (text: string): string =>
  /^[^\s\p{Lu}]*\p{Lu}[^\s\p{Lu}]*\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
