"use client";
import { useEffect } from "react";
import { show } from "../show.js";

export function Shown() {
  useEffect(() => { show(); }, []);
  return <p id="shown" />;
}
