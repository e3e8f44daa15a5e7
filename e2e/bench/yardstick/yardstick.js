// The yardstick of the benchmark: virtual rows written by hand, without a library, and one parse of the whole answer.
// All rows have the same height. Only visible rows have elements, and these are reused.
const rowHeight = 40
const spare = 6
const list = document.getElementById('rows')
const count = document.getElementById('count')
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const inOrder = new Intl.Collator('en', { numeric: true })

let tokens = []
/** The names in lower case, by the position of their token. Created after the first rows are painted. */
let lower
/** The positions of the tokens that are shown, in order. */
let shown = new Uint32Array(0)
let order
const busy = new Set()
/** The reused elements, each with the position that it shows. */
const pool = []

void load()

async function load() {
  const answer = await window.answer
  tokens = (await answer.json()).data
  order = Uint32Array.from(tokens.keys())
  show(order)
  requestAnimationFrame(() => setTimeout(lowered))
}

function lowered() {
  lower ??= tokens.map((token) => token.name.toLowerCase())
  return lower
}

function show(places) {
  shown = places
  list.style.height = `${places.length * rowHeight}px`
  count.textContent = `${places.length} tokens`
  draw(true)
}

/** Fills elements with the visible rows. Those that are right already stay as they are. */
function draw(isAnew = false) {
  const top = window.scrollY - list.offsetTop
  const first = Math.max(0, Math.floor(top / rowHeight) - spare)
  const last = Math.min(shown.length, Math.ceil((top + window.innerHeight) / rowHeight) + spare)
  while (pool.length < last - first) pool.push(element())
  const size = pool.length
  for (let at = first; at < first + size; at += 1) {
    const slot = pool[at % size]
    if (at >= last) {
      if (slot.at !== -1) slot.row.hidden = true
      slot.at = -1
    } else if (isAnew || slot.at !== at) {
      fill(slot, at)
    }
  }
}

function fill(slot, at) {
  const token = tokens[shown[at]]
  if (slot.at === -1) slot.row.hidden = false
  slot.at = at
  slot.row.style.transform = `translateY(${at * rowHeight}px)`
  slot.name.textContent = token.name
  slot.row.dataset.name = token.name
  slot.expires.textContent = moment.format(token.expiration_date * 1000)
  slot.updated.textContent = moment.format(token.updated_at * 1000)
  slot.write.textContent = token.write ? 'yes' : 'no'
  state(slot, token)
}

function state({ active }, token) {
  const isBusy = busy.has(token)
  active.checked = Boolean(token.active) !== isBusy
  active.ariaBusy = isBusy ? 'true' : null
  active.ariaLabel = `${token.name} active`
}

function element() {
  const row = document.createElement('div')
  row.className = 'row'
  row.hidden = true
  const [name, expires, updated, write] = Array.from({ length: 4 }, () => document.createElement('span'))
  const active = document.createElement('input')
  active.type = 'checkbox'
  active.role = 'switch'
  row.append(name, expires, updated, write, active)
  list.append(row)
  const slot = { at: -1, row, name, expires, updated, write, active }
  active.addEventListener('click', () => void flip(slot))
  return slot
}

/** Shows the change at once as pending, and keeps it if the service accepts it. */
async function flip(slot) {
  const token = tokens[shown[slot.at]]
  if (busy.has(token)) return
  busy.add(token)
  state(slot, token)
  const active = !token.active
  const { name, expiration_date, write } = token
  const answer = await fetch('/_/token', {
    method: 'PUT',
    headers: { authorization: 'Bearer bench', 'content-type': 'application/json' },
    body: JSON.stringify({ name, expiration_date, write: Boolean(write), active }),
  })
  busy.delete(token)
  if (answer.ok) token.active = active ? 1 : 0
  draw(true)
}

function filtered(text) {
  if (text === '') return order
  const names = lowered()
  const places = new Uint32Array(order.length)
  let size = 0
  for (const place of order) if (names[place].includes(text)) places[size++] = place
  return places.subarray(0, size)
}

const search = document.getElementById('search')
const refilter = () => {
  window.scrollTo(0, 0)
  show(filtered(search.value.trim().toLowerCase()))
}
search.addEventListener('input', refilter)
document.getElementById('sort').addEventListener('click', () => {
  order = order.toSorted((a, b) => inOrder.compare(tokens[a].name, tokens[b].name))
  refilter()
})
addEventListener('scroll', () => draw(), { passive: true })
addEventListener('resize', () => draw())
