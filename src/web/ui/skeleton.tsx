import './skeleton.css'

/** Rows of the size of what they stand for, while the first list is on its way. */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <div className="panel skeletons" aria-hidden="true">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i}>
          <i className="skel w2" />
          <i className="skel round" />
          <i className="skel w1" />
          <i className="skel w3" />
          <i className="skel w4" />
        </div>
      ))}
    </div>
  )
}
