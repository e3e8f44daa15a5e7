// The tokens that every contender lists. They are the same in every run: nothing is random.

/** How many bytes are written at once. */
export const piece = 64 * 1024

/** The text to search for. Each further letter leaves fewer rows. */
const searched = 'deployer'
const words = [
  'daily desk depot deplete deplore deploy deployed deployer archive backup billing cache checkout ci crawler edge',
  'export feature gateway grafana import index invoice kiosk ledger mail metrics mirror nightly orders partner payment',
  'queue report search shop staging stock',
].flatMap((line) => line.split(' '))
const day = 24 * 60 * 60
const header = base64url({ alg: 'ES256', typ: 'JWT' })

/**
 * `count` tokens as the body of a list, in the form that a real server was seen to use: flags as 0 and 1, moments in
 * seconds, a value in each row. A change overwrites the bytes, so the next read shows it.
 */
export function makeRows(count) {
  const names = []
  const index = new Map()
  const starts = new Uint32Array(count + 1)
  const parts = [Buffer.from('{"data":[')]
  let size = parts[0].length
  for (let at = 0; at < count; at += 1) {
    const row = Buffer.from(`${at === 0 ? '' : ','}${JSON.stringify(rowAt(at))}`)
    names.push(nameAt(at))
    index.set(names[at], at)
    starts[at] = size + (at === 0 ? 0 : 1)
    size += row.length
    parts.push(row)
  }
  starts[count] = size
  const body = Buffer.concat([...parts, Buffer.from(']}')])
  /** The original text at each position of the body that was overwritten. */
  const former = new Map()

  const spot = (row, field) => {
    const key = `"${field}":`
    return body.indexOf(key, starts[row]) + key.length
  }
  const write = (at, text) => {
    if (!former.has(at)) former.set(at, body.toString('latin1', at, at + text.length))
    body.write(text, at, 'latin1')
  }
  const rowOf = (name) => {
    const row = index.get(name)
    return row === undefined ? undefined : body.toString('utf8', starts[row], body.indexOf('}', starts[row]) + 1)
  }
  return {
    body,
    rowOf,
    valueOf: (name) => (index.has(name) ? JSON.parse(rowOf(name)).token : undefined),
    /** A text to search for, and the number of names that contain each prefix of it. */
    search: () => ({
      text: searched,
      counts: Array.from(searched, (_, at) => names.filter((name) => name.includes(searched.slice(0, at + 1))).length),
    }),
    /** False for an unknown name. Omitted fields are kept. */
    change({ name, active, write: mayWrite, expiration_date }) {
      const row = index.get(name)
      if (row === undefined) return false
      if (typeof active === 'boolean') write(spot(row, 'active'), active ? '1' : '0')
      if (typeof mayWrite === 'boolean') write(spot(row, 'write'), mayWrite ? '1' : '0')
      if (/^\d{10}$/.test(String(expiration_date))) write(spot(row, 'expiration_date'), String(expiration_date))
      write(spot(row, 'updated_at'), String(Math.floor(Date.now() / 1000)))
      return true
    },
    /** Undoes all changes. */
    restore() {
      for (const [at, text] of former) body.write(text, at, 'latin1')
      former.clear()
    },
  }
}

function nameAt(at) {
  const mixed = mix(at)
  const first = words[mixed % words.length]
  const second = words[(mixed >>> 8) % words.length]
  return `${first}-${second}-${String(at).padStart(6, '0')}`
}

function rowAt(at) {
  const name = nameAt(at)
  const mixed = mix(at + 1e6)
  const created = 1_790_000_000 + (mixed % (40 * day))
  const expires = 1_810_000_000 + (mixed % (300 * day))
  const body = base64url({ iss: 'token', sub: name, iat: created, exp: expires })
  return {
    id: at + 1,
    name,
    token: `${header}.${body}.${signature(at)}`,
    expiration_date: expires,
    active: mixed % 16 === 0 ? 0 : 1,
    write: mixed % 3 === 0 ? 1 : 0,
    created_at: created,
    updated_at: created,
  }
}

/** 64 bytes, different in each row. */
function signature(at) {
  const bytes = Buffer.alloc(64)
  for (let word = 0; word < 16; word += 1) bytes.writeUInt32LE(mix(at * 16 + word + 7), word * 4)
  return bytes.toString('base64url')
}

function base64url(claims) {
  return Buffer.from(JSON.stringify(claims)).toString('base64url')
}

/** A pseudo-random number from 0 to 2^32 − 1, always the same for `number` (the finalizer of MurmurHash3). */
function mix(number) {
  let hash = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
