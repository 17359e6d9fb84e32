// @ts-check
// Sends a form as the browser would, and reads the page that answers without leaving the present one.

/** Status 0: the server could not be reached. `address`: of the answer, after redirects. @typedef {{ status: number,
 * address: string, content: Element | null }} AnsweringPage */

/** The page is parsed without running its scripts. @param {HTMLFormElement} form @param {string} address
 * @returns {Promise<AnsweringPage>} */
export const sendForm = (form, address) =>
  new Promise((resolve) => {
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'document'
    request.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded')
    const answer = () => {
      const content = request.responseXML?.querySelector('#content') ?? null
      resolve({ status: request.status, address: request.responseURL, content })
    }
    for (const end of ['load', 'error', 'abort']) request.addEventListener(end, answer)
    request.send(body)
  })

/** @param {Element} content */
export const partsOf = (content) => [...content.childNodes].map((node) => document.importNode(node, true))
