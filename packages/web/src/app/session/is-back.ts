/** Whether the page was opened by the identity server on the way back from sign-in. */
export const isBack = /[#&](?:code|error)=/.test(location.hash)
